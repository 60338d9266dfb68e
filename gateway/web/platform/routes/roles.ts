import { z } from 'zod';
import { ALL_ROLES, ROLES } from '../../../accounts/role-access.ts';
import { role } from '../fields.ts';
import { type PlatformRoute, route } from '../route.ts';

const listRoles = route({
  name: 'listRoles',
  group: 'users',
  method: 'GET',
  path: '/platform/v1/roles',
  access: ALL_ROLES,
  status: 200,
  answer: z.strictObject({
    roles: z.array(
      z.strictObject({
        role,
        routes: z.array(z.strictObject({ method: z.string(), path: z.string(), own_only: z.boolean() })),
      }),
    ),
  }),
  async handle({ permissions }) {
    const roles = ROLES.map((one) => ({
      role: one,
      routes: permissions
        .filter(({ roles: of, anonymous }) => anonymous === 401 && of[one].own === 'allowed')
        .map(({ method, path, ownOnly }) => ({ method, path, own_only: ownOnly.includes(one) })),
    }));
    return { body: { roles } };
  },
});

export const roleRoutes: readonly PlatformRoute[] = [listRoles];
