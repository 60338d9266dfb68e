import type { Role } from '../records/tables.ts';

/**
 * Which records a role can reach on a route: `all` of the client, `own` for the user's own records, or `no` (403).
 * Records out of reach look unknown to the caller (404).
 */
export type Reach = 'all' | 'own' | 'no';

/** The reach of each role on a route. */
export type Access = Readonly<Record<Role, Reach>>;

export const ROLES = ['admin', 'developer', 'finance'] as const satisfies readonly Role[];

/** Common access rules; a route with a different rule declares it. */
export const ADMIN_ONLY: Access = { admin: 'all', developer: 'no', finance: 'no' };
export const BILLING_ROLES: Access = { admin: 'all', developer: 'no', finance: 'all' };
export const ALL_ROLES: Access = { admin: 'all', developer: 'all', finance: 'all' };
/** For keys: admins reach all of the client, other users their own. */
export const ALL_OR_OWN: Access = { admin: 'all', developer: 'own', finance: 'own' };
/** For records that belong to the user rather than the client. */
export const OWN_RECORDS: Access = { admin: 'own', developer: 'own', finance: 'own' };

/** For the calculators and their list; their routes are known only once the plugins are loaded. */
export const CALCULATORS: Access = { admin: 'all', developer: 'all', finance: 'no' };
