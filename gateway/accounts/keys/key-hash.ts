import { prepared } from '../../records/prepared.ts';
import type { Reader } from '../../records/records.ts';

const hashOfId = prepared((db, id: string) => db.selectFrom('keys').select('hash').where('id', '=', id));

/** Finds the SHA-256 of keys by their id. A found one is kept, because it never changes. */
export function keyHashes(db: Reader): (keyId: string) => Promise<string | null> {
  const known = new Map<string, string>();
  return async (keyId) => {
    const before = known.get(keyId);
    if (before !== undefined) return before;
    const [key] = await hashOfId(db, keyId);
    if (key === undefined) return null;
    known.set(keyId, key.hash);
    return key.hash;
  };
}
