import { randomBase62 } from './base62.ts';

/** Client, user, application, key, ledger entry, payment, one-time link, session, mail. */
export type IdPrefix = 'cl' | 'us' | 'app' | 'key' | 'le' | 'pay' | 'link' | 'se' | 'mail';

/** A new record id: the prefix and 128 random bits, so that no id helps to guess another. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${randomBase62(16, 22)}`;
}
