import { type Access, CALCULATORS, type Reach, ROLES } from '../../accounts/role-access.ts';
import type { Role } from '../../records/tables.ts';
import type { PlatformRoute } from './route.ts';

/** The answer to a call, as far as it depends on the caller; `null` if the path cannot name another client's record. */
export type Verdict = 'allowed' | 401 | 403 | 404 | null;

/** The answers to one role at one route, for records in its reach and for those of another client. */
export interface RolePermission {
  readonly own: Verdict;
  readonly other: Verdict;
}

/** A row in the table of permissions. */
export interface Permission {
  readonly method: string;
  readonly path: string;
  /** The answer without a credential. */
  readonly anonymous: Verdict;
  readonly roles: Readonly<Record<Role, RolePermission>>;
  /** Roles that reach only the user's own records. */
  readonly ownOnly: readonly Role[];
  readonly sessionOnly: boolean;
}

/** Public paths that are not routes of the platform: one for each kind of page. */
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

/** Every route of the gateway with its permissions. The check, the documentation and the test all use this table. */
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

/** Whether a parameter of a path identifies a record of a client. Only `month` does not. */
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
