import type { Reader } from '../records/records.ts';
import type { KeyEnvironment } from './principal.ts';
import { textList } from './text-list.ts';

/** A key as its owner may see it. */
export interface KeySummary {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly environment: KeyEnvironment;
  readonly hint: string;
  readonly state: 'active' | 'expired' | 'revoked';
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly replacedBy: string | null;
  readonly calculators: readonly string[] | null;
  readonly cap: number | null;
}

/** All keys of a client, the oldest first; revoked and expired ones stay in the list. `now` tells which have expired. */
export async function listKeys(db: Reader, clientId: string, now: number): Promise<KeySummary[]> {
  const rows = await db
    .selectFrom('keys')
    .selectAll()
    .where('client_id', '=', clientId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    userId: row.user_id,
    name: row.name,
    environment: row.environment,
    hint: row.hint,
    state:
      row.revoked_at !== null ? 'revoked' : row.expires_at !== null && row.expires_at <= now ? 'expired' : 'active',
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    replacedBy: row.replaced_by,
    calculators: textList(row.calculators),
    cap: row.cap,
  }));
}
