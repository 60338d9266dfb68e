import { AccountError } from '../../records/account-error.ts';
import type { Reader, Records } from '../../records/records.ts';
import { verifyPassword } from './password.ts';

/** Verified when no account exists, so that the work is the same. No password matches it. */
const UNMATCHABLE_HASH = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Proof that a caller knows a user's stored password. */
export interface PasswordProof {
  readonly userId: string;
  readonly hash: string;
}

/** Verifies a user's password; `null` if it is wrong or the user does not exist. Both cases take the same work. */
export async function provePassword(
  user: { readonly id: string; readonly password_hash: string | null } | undefined,
  password: string,
): Promise<PasswordProof | null> {
  const right = await verifyPassword(password, user?.password_hash ?? UNMATCHABLE_HASH);
  return right && user?.password_hash ? { userId: user.id, hash: user.password_hash } : null;
}

/**
 * Asks for the password again, because an open session does not prove who is using it.
 *
 * @throws AccountError `wrong-password`
 */
export async function requirePassword(
  records: Pick<Records, 'db'>,
  userId: string,
  password: string,
): Promise<PasswordProof> {
  const user = await records.db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where('id', '=', userId)
    .executeTakeFirst();
  const proof = await provePassword(user, password);
  if (proof === null) throw new AccountError('wrong-password', 'The current password is wrong');
  return proof;
}

/**
 * Whether the proved password is still current. Proving takes tens of milliseconds and happens outside any transaction,
 * so a change that relies on it must check again within its own transaction. Otherwise a password set in between would
 * not stop it.
 */
export async function stillHolds(trx: Reader, { userId, hash }: PasswordProof): Promise<boolean> {
  const user = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('state', '=', 'active')
    .where('password_hash', '=', hash)
    .executeTakeFirst();
  return user !== undefined;
}

/** @throws AccountError `wrong-password` if the proof no longer holds */
export async function requireStillHolds(trx: Reader, proof: PasswordProof): Promise<void> {
  if (!(await stillHolds(trx, proof)))
    throw new AccountError('wrong-password', 'The password was changed in the meantime');
}
