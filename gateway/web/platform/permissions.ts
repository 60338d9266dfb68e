import { type Access, CALCULATORS, type Reach, ROLES } from '../../accounts/role-access.ts';
import type { Role } from '../../records/tables.ts';
import type { PlatformRoute } from './route.ts';

/** What a call is answered with, as far as that depends on who calls; `null` where nothing can be named that is another's. */
export type Verdict = 'allowed' | 401 | 403 | 404 | null;

/** What one role may do at one route: with records in its reach, and with those of another client. */
export interface RolePermission {
  readonly own: Verdict;
  readonly other: Verdict;
}

/** One line of the table of permissions. */
export interface Permission {
  readonly method: string;
  readonly path: string;
  /** Without a credential. */
  readonly anonymous: Verdict;
  readonly roles: Readonly<Record<Role, RolePermission>>;
  /** Only the records of the user alone, for these roles. */
  readonly ownOnly: readonly Role[];
  readonly sessionOnly: boolean;
}

/** What is not declared as a route of the platform: a path for each kind of page. */
const PUBLIC_PATHS = [
  '/',
  '/healthz',
  '/readyz',
  '/openapi.json',
  '/docs',
  '/set-password',
  '/invitation',
  '/sign-up',
  '/confirm-email',
  '/undo-email',
];
const CALCULATOR_PATHS = [
  ['GET', '/api/v1'],
  ['GET', '/api/v1/{calculator}'],
  ['POST', '/api/v1/{calculator}'],
  ['POST', '/api/v1/batch'],
  ['POST', '/mcp'],
  ['GET', '/classic/{calculator}'],
] as const;

/** Every route of the gateway and who may call it: check, documentation and test are this one table. */
export function permissions(routes: readonly PlatformRoute[]): readonly Permission[] {
  return [
    ...CALCULATOR_PATHS.map(([method, path]) => permission(method, path, CALCULATORS, false, false)),
    ...routes.map(({ method, path, access, sessionOnly = false, params }) =>
      access === 'public'
        ? open(method, path)
        : permission(method, path, access, sessionOnly, Object.keys(params?.shape ?? {}).some(namesRecord)),
    ),
    ...PUBLIC_PATHS.map((path) => open('GET', path)),
  ];
}

/** Every other parameter of a path is the id of something that belongs to somebody. */
function namesRecord(parameter: string): boolean {
  return parameter !== 'month';
}

function permission(
  method: string,
  path: string,
  access: Access,
  sessionOnly: boolean,
  namesRecords: boolean,
): Permission {
  const of = (role: Role) => rolePermission(access[role], namesRecords);
  return {
    method,
    path,
    anonymous: 401,
    roles: { admin: of('admin'), developer: of('developer'), finance: of('finance') },
    ownOnly: ROLES.filter((role) => access[role] === 'own'),
    sessionOnly,
  };
}

function rolePermission(reach: Reach, namesRecords: boolean): RolePermission {
  if (reach === 'no') return { own: 403, other: namesRecords ? 403 : null };
  return { own: 'allowed', other: namesRecords ? 404 : null };
}

const ANYBODY: RolePermission = { own: 'allowed', other: null };

function open(method: string, path: string): Permission {
  const roles = { admin: ANYBODY, developer: ANYBODY, finance: ANYBODY };
  return { method, path, anonymous: 'allowed', roles, ownOnly: [], sessionOnly: false };
}
