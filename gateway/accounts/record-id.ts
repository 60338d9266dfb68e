import { randomBase62 } from './base62.ts';

/** Client, user, key, ledger entry, one-time link. */
export type IdPrefix = 'cl' | 'us' | 'key' | 'le' | 'link';

/** A new record id: the prefix and 128 random bits, so that no id can be guessed from another. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${randomBase62(16, 22)}`;
}
