import { call, downloadAddress } from './client.ts';
import type { ListPage } from './use-pages.ts';

/** One entry: actor, action and record. */
export interface AuditEntry {
  readonly at: string;
  /** Id of a user, or the name of another actor, such as `cli`. */
  readonly actor: string;
  /** Such as `key.revoke`. */
  readonly action: string;
  readonly record: { readonly kind: string; readonly id: string };
  /** Changed members of the record; `null` if there was no earlier value. */
  readonly before: unknown;
  readonly after: unknown;
  /** Network address of the caller; `null` for an internal action. */
  readonly address: string | null;
}

/** Filter of entries; an empty member matches all. */
export interface AuditQuery {
  /** An action, or all of a kind: `key`. */
  readonly action: string;
  /** Ids. */
  readonly record: string;
  readonly actor: string;
  /** Instants: from this one on, and before that one. */
  readonly from: string;
  readonly to: string;
}

const ENTRIES_AT_ONCE = 50;

/** The audit, the newest entries first. For admins. */
export async function readAudit(query: AuditQuery, cursor: string | null): Promise<ListPage<AuditEntry>> {
  const page = await call<{ readonly entries: readonly AuditEntry[]; readonly next: string | null }>('GET', 'audit', {
    query: { ...query, cursor, limit: ENTRIES_AT_ONCE },
  });
  return { items: page.entries, next: page.next };
}

/** The address of the matching entries as a file. */
export function auditAddress(format: 'csv' | 'jsonl', query: AuditQuery): string {
  return downloadAddress(`audit.${format}`, { ...query });
}
