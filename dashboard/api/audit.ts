import { call, downloadAddress } from './client.ts';
import type { ListPage } from './use-pages.ts';

/** Who did what to which record. */
export interface AuditEntry {
  readonly at: string;
  /** Id of a user, or the name of what works without one, such as `cli`. */
  readonly actor: string;
  /** Such as `key.revoke`. */
  readonly action: string;
  readonly record: { readonly kind: string; readonly id: string };
  /** Members of the record that were changed; `null` where there was nothing. */
  readonly before: unknown;
  readonly after: unknown;
  /** Network address that it came from; `null` where it came from within. */
  readonly address: string | null;
}

/** Which entries; what is empty leaves all. */
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

/** All of these entries as a file. */
export function auditAddress(format: 'csv' | 'jsonl', query: AuditQuery): string {
  return downloadAddress(`audit.${format}`, { ...query });
}
