import type { Role } from '../records/tables.ts';

/**
 * What a role may do at a route: `all` reaches the records of the own client, `own` those of the user alone, `no` is
 * answered 403. Records beyond that reach do not exist for the caller: 404.
 */
export type Reach = 'all' | 'own' | 'no';

/** What each role may do at a route. */
export type Access = Readonly<Record<Role, Reach>>;

export const ROLES = ['admin', 'developer', 'finance'] as const satisfies readonly Role[];

/** The usual ones; a route that differs says so itself. */
export const ADMIN_ALONE: Access = { admin: 'all', developer: 'no', finance: 'no' };
export const MONEY: Access = { admin: 'all', developer: 'no', finance: 'all' };
export const EVERYBODY: Access = { admin: 'all', developer: 'all', finance: 'all' };
/** What belongs to the user and not to the client, whatever the role. */
export const EVERYBODYS_OWN: Access = { admin: 'own', developer: 'own', finance: 'own' };

/** Calculators and their list, whose route table is not known before the plugins are loaded. */
export const CALCULATORS: Access = { admin: 'all', developer: 'all', finance: 'no' };
