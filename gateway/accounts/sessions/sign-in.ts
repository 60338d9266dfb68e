import type { Change, Records } from '../../records/records.ts';
import type { Role } from '../../records/tables.ts';
import { type Actor, recordAudit } from '../../records/trail.ts';
import { randomBase62 } from '../../values/base62.ts';
import { hashKey } from '../keys/key-format.ts';
import { endLinks } from '../links/end-links.ts';
import { hashPassword } from './password.ts';
import { type PasswordProof, provePassword, requireStillHolds, stillHolds } from './password-proof.ts';
import { type BegunSession, beginSession, endSessions, replaceSession, type SessionBrowser } from './sessions.ts';

/** How long a browser stays known after its last sign-in. */
export const DEVICE_LIFE_MS = 180 * 24 * 60 * 60 * 1_000;

/** Known browsers per user; the most recent ones are kept. */
export const MOST_DEVICES = 50;

export interface SignIn extends SessionBrowser {
  readonly email: string;
  readonly password: string;
  readonly at: number;
  readonly address: string;
  readonly deviceToken: string | null;
}

export interface SignedIn {
  readonly session: BegunSession;
  readonly user: { readonly id: string; readonly clientId: string; readonly role: Role };
  /** Identifies the browser at later sign-ins. */
  readonly deviceToken: string;
}

/**
 * Signs a user in; `null` if no account has this address and password. Both cases take the same work, so that the
 * response time does not reveal whether the account exists.
 */
export async function signIn(records: Records, { email, password, ...visit }: SignIn): Promise<SignedIn | null> {
  const user = await records.db
    .selectFrom('users')
    .innerJoin('clients', 'clients.id', 'users.client_id')
    .where('users.email', '=', email)
    .where('users.state', '=', 'active')
    .where('clients.deleted_at', 'is', null)
    .select(['users.id', 'users.client_id', 'users.role', 'users.password_hash'])
    .executeTakeFirst();
  const proof = await provePassword(user, password);
  if (user === undefined || proof === null) return null;
  const actor: Actor = { name: user.id, at: visit.at, address: visit.address };
  return records.write(async (trx) => {
    if (!(await stillHolds(trx, proof))) return null;
    const session = await replaceSession(trx, actor, user, visit);
    const deviceToken = visit.deviceToken ?? randomBase62(32, 43);
    const device = { hash: hashKey(`${user.id} ${deviceToken}`), user_id: user.id, seen_at: visit.at };
    await trx
      .deleteFrom('devices')
      .where('seen_at', '<=', visit.at - DEVICE_LIFE_MS)
      .execute();
    await trx
      .insertInto('devices')
      .values(device)
      .onConflict((conflict) => conflict.column('hash').doUpdateSet({ seen_at: visit.at }))
      .execute();
    await forgetOldDevices(trx, user.id);
    return { session, user: { id: user.id, clientId: user.client_id, role: user.role }, deviceToken };
  });
}

async function forgetOldDevices(trx: Change, userId: string): Promise<void> {
  await trx
    .deleteFrom('devices')
    .where('user_id', '=', userId)
    .where('hash', 'not in', (eb) =>
      eb
        .selectFrom('devices')
        .select('hash')
        .where('user_id', '=', userId)
        .orderBy('seen_at', 'desc')
        .orderBy('hash')
        .limit(MOST_DEVICES),
    )
    .execute();
}

/**
 * The name under which attempts from a known browser are counted; `null` if the browser never signed in to this
 * account. The lookup is the same whether or not the address has an account.
 */
export async function knownDevice(
  records: Pick<Records, 'db'>,
  email: string,
  deviceToken: string | null,
  now: number,
): Promise<string | null> {
  const user = await records.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  const hash = hashKey(`${user?.id ?? ''} ${deviceToken ?? ''}`);
  const device = await records.db
    .selectFrom('devices')
    .select('hash')
    .where('hash', '=', hash)
    .where('seen_at', '>', now - DEVICE_LIFE_MS)
    .executeTakeFirst();
  return device?.hash ?? null;
}

/** A password change made by the user. */
export interface PasswordChange {
  readonly clientId: string;
  /** Proof of the current password. */
  readonly proof: PasswordProof;
  readonly password: string;
  readonly userAgent: string;
}

/**
 * Changes a password. All sessions and links of the user end; the caller's session continues under a new token.
 *
 * @throws AccountError `wrong-password` if the password was changed since it was proved
 */
export async function changePassword(
  records: Records,
  actor: Actor,
  { clientId, proof, password, userAgent }: PasswordChange,
): Promise<BegunSession> {
  const { userId } = proof;
  const password_hash = await hashPassword(password);
  return records.write(async (trx) => {
    await requireStillHolds(trx, proof);
    await trx.updateTable('users').set({ password_hash }).where('id', '=', userId).execute();
    await endLinks(trx, userId, actor.at);
    await endSessions(trx, userId);
    await recordAudit(trx, actor, {
      client: clientId,
      action: 'password.change',
      record: { kind: 'user', id: userId },
    });
    return beginSession(trx, actor, { id: userId, client_id: clientId }, userAgent);
  });
}
