import { sql } from 'kysely';
import { type ListOrder, mapPage, type Page, type PageRequest, readPage } from '../../records/page.ts';
import type { Reader } from '../../records/records.ts';
import type { Role, UserRow } from '../../records/tables.ts';
import { requireUser } from './find-user.ts';

/** A user as the client's admin sees it. */
export interface UserSummary {
  readonly id: string;
  readonly name: string;
  /** The confirmed address, or else the invited one. */
  readonly email: string | null;
  readonly emailConfirmed: boolean;
  readonly role: Role;
  readonly state: UserRow['state'];
  readonly createdAt: number;
}

const OLDEST_FIRST: ListOrder<UserRow> = {
  direction: 'asc',
  by: [
    { column: 'created_at', kind: 'number', of: ({ created_at }) => created_at },
    { column: 'id', kind: 'text', of: ({ id }) => id },
  ],
};

/**
 * Lists the people of a client, oldest first, without applications.
 *
 * @throws AccountError `bad-value` for a malformed cursor
 */
export async function listUsers(db: Reader, clientId: string, request: PageRequest): Promise<Page<UserSummary>> {
  const people = db
    .selectFrom('users')
    .selectAll()
    .where('client_id', '=', clientId)
    // A literal, not a parameter: otherwise SQLite does not use the partial index `users_people`.
    .where('kind', '=', sql.lit('person'))
    .where('removed_at', 'is', null);
  return mapPage(await readPage(people, OLDEST_FIRST, request), summaryOf);
}

/** @throws AccountError `unknown-user` */
export async function readUser(db: Reader, clientId: string, userId: string): Promise<UserSummary> {
  return summaryOf(await requireUser(db, clientId, userId));
}

function summaryOf(user: UserRow): UserSummary {
  const { id, name, email, invited_email, role, state, created_at } = user;
  return {
    id,
    name,
    email: email ?? invited_email,
    emailConfirmed: email !== null,
    role,
    state,
    createdAt: created_at,
  };
}
