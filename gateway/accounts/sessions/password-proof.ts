import { AccountError } from '../../records/account-error.ts';
import type { Reader, Records } from '../../records/records.ts';
import { verifyPassword } from './password.ts';

/** Stands for the password of an account that does not exist: the same work, and never the right password. */
const NOBODYS_PASSWORD = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** The stored password that somebody has proved to know. */
export interface PasswordProof {
  readonly userId: string;
  readonly hash: string;
}

/** `null` for a wrong password, and for nobody's; both take the same work. */
export async function provePassword(
  user: { readonly id: string; readonly password_hash: string | null } | undefined,
  password: string,
): Promise<PasswordProof | null> {
  const right = await verifyPassword(password, user?.password_hash ?? NOBODYS_PASSWORD);
  return right && user?.password_hash ? { userId: user.id, hash: user.password_hash } : null;
}

/** An open session does not tell who sits before it. @throws AccountError `wrong-password` */
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
  if (proof === null) throw new AccountError('wrong-password', 'The current password is another one');
  return proof;
}

/**
 * Whether the password is still the one that was proved. Proving takes tens of milliseconds, outside of any transaction:
 * a change that relies on it asks again within its own, or a new password set meanwhile would not stop it.
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

/** @throws AccountError `wrong-password` for a proof that does not hold any more */
export async function requireStillHolds(trx: Reader, proof: PasswordProof): Promise<void> {
  if (!(await stillHolds(trx, proof))) throw new AccountError('wrong-password', 'The password was changed meanwhile');
}
