import { type SelectQueryBuilder, sql } from 'kysely';
import type { Reader } from '../records/records.ts';
import type { Tables } from '../records/tables.ts';
import { AccountError } from './account-error.ts';

/** Which lines of the audit; a member that is absent leaves all. */
export interface AuditFilter {
  /** `user.invite`, or all of `user`. */
  readonly action?: string;
  /** Id of the record that was changed. */
  readonly record?: string;
  /** Id of the user who changed it. */
  readonly actor?: string;
  /** Milliseconds since 1970: from this instant on, and before that one. */
  readonly from?: number;
  readonly to?: number;
}

/** Who did what to which record. */
export interface AuditEntry {
  readonly at: number;
  readonly actor: string;
  readonly action: string;
  readonly record: { readonly kind: string; readonly id: string };
  readonly before: unknown;
  readonly after: unknown;
  readonly address: string | null;
}

export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  /** Where the next page begins; `null` after the last. */
  readonly next: string | null;
}

export interface PageOptions {
  readonly limit: number;
  readonly cursor: string | null;
  readonly order: 'newest' | 'oldest';
}

/** A page of a client's audit. @throws AccountError `bad-value` for a cursor that is none */
export async function listAudit(
  db: Reader,
  clientId: string,
  filter: AuditFilter,
  { limit, cursor, order }: PageOptions,
): Promise<AuditPage> {
  const direction = order === 'newest' ? 'desc' : 'asc';
  let query = filtered(db.selectFrom('audit').selectAll().where('client_id', '=', clientId), filter);
  if (cursor !== null) {
    const [at, id] = positionOf(cursor);
    query = query.where(
      order === 'newest' ? sql<boolean>`(at, id) < (${at}, ${id})` : sql<boolean>`(at, id) > (${at}, ${id})`,
    );
  }
  // One more than asked for tells whether there is a next page.
  const rows = await query
    .orderBy('at', direction)
    .orderBy('id', direction)
    .limit(limit + 1)
    .execute();
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    entries: shown.map(({ at, actor, action, record_kind: kind, record_id: id, before, after, address }) => ({
      at,
      actor,
      action,
      record: { kind, id },
      before: before === null ? null : JSON.parse(before),
      after: after === null ? null : JSON.parse(after),
      address,
    })),
    next: rows.length > limit && last !== undefined ? `${last.at}.${last.id}` : null,
  };
}

function filtered<Row>(
  query: SelectQueryBuilder<Tables, 'audit', Row>,
  { action, record, actor, from, to }: AuditFilter,
): SelectQueryBuilder<Tables, 'audit', Row> {
  let rest = query;
  if (action !== undefined) {
    if (!/^[a-z-]+(\.[a-z_-]+)?$/.test(action)) throw new AccountError('bad-value', 'Not the name of an action');
    rest = action.includes('.') ? rest.where('action', '=', action) : rest.where('action', 'like', `${action}.%`);
  }
  if (record !== undefined) rest = rest.where('record_id', '=', record);
  if (actor !== undefined) rest = rest.where('actor', '=', actor);
  if (from !== undefined) rest = rest.where('at', '>=', from);
  return to === undefined ? rest : rest.where('at', '<', to);
}

function positionOf(cursor: string): [at: number, id: number] {
  const [, at, id] = /^(\d{1,16})\.(\d{1,16})$/.exec(cursor) ?? [];
  if (at === undefined || id === undefined) throw new AccountError('bad-value', 'Not a cursor of the audit');
  return [Number(at), Number(id)];
}
