import type { Reader } from '../records/records.ts';
import type { UserRow } from '../records/tables.ts';
import { requireUser } from './find-user.ts';
import type { Role } from './principal.ts';

/** A user as the client's admin sees it. */
export interface UserSummary {
  readonly id: string;
  readonly name: string;
  /** Confirmed, or else where the invitation went. */
  readonly email: string | null;
  readonly emailConfirmed: boolean;
  readonly role: Role;
  readonly state: UserRow['state'];
  readonly createdAt: number;
}

/** The persons of a client, the oldest first. */
export async function listUsers(db: Reader, clientId: string): Promise<UserSummary[]> {
  const rows = await db
    .selectFrom('users')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('kind', '=', 'person')
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(summaryOf);
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
