import type { Selectable, SelectQueryBuilder } from 'kysely';
import { AccountError } from '../../records/account-error.ts';
import { type ListOrder, mapPage, type Page, type PageRequest, readPage } from '../../records/page.ts';
import type { Reader } from '../../records/records.ts';
import type { Tables } from '../../records/tables.ts';

/** Restricts the audit entries; an absent member does not restrict them. */
export interface AuditFilter {
  /** An action such as `user.invite`, or a group of actions such as `user`. */
  readonly action?: string;
  /** Id of the changed record. */
  readonly record?: string;
  /** Id of the user who made the change. */
  readonly actor?: string;
  /** Milliseconds since 1970; `from` is inclusive, `to` is exclusive. */
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

type AuditRow = Selectable<Tables['audit']>;

const order = (direction: 'asc' | 'desc'): ListOrder<AuditRow> => ({
  direction,
  by: [
    { column: 'at', kind: 'number', of: ({ at }) => at },
    { column: 'id', kind: 'number', of: ({ id }) => id },
  ],
});
const ORDERS = { newest: order('desc'), oldest: order('asc') };

/** @throws AccountError `bad-value` for an invalid action name or a malformed cursor */
export async function listAudit(
  db: Reader,
  clientId: string,
  filter: AuditFilter,
  { first, ...request }: PageRequest & { readonly first: 'newest' | 'oldest' },
): Promise<Page<AuditEntry>> {
  const all = filtered(db.selectFrom('audit').selectAll().where('client_id', '=', clientId), filter);
  return mapPage(await readPage(all, ORDERS[first], request), entryOf);
}

function entryOf({ at, actor, action, record_kind, record_id, before, after, address }: AuditRow): AuditEntry {
  return {
    at,
    actor,
    action,
    record: { kind: record_kind, id: record_id },
    before: before === null ? null : JSON.parse(before),
    after: after === null ? null : JSON.parse(after),
    address,
  };
}

function filtered<Row>(
  query: SelectQueryBuilder<Tables, 'audit', Row>,
  { action, record, actor, from, to }: AuditFilter,
): SelectQueryBuilder<Tables, 'audit', Row> {
  let rest = query;
  if (action !== undefined) {
    if (!/^[a-z-]+(\.[a-z_-]+)?$/.test(action)) throw new AccountError('bad-value', 'Invalid action name');
    rest = action.includes('.') ? rest.where('action', '=', action) : rest.where('action', 'like', `${action}.%`);
  }
  if (record !== undefined) rest = rest.where('record_id', '=', record);
  if (actor !== undefined) rest = rest.where('actor', '=', actor);
  if (from !== undefined) rest = rest.where('at', '>=', from);
  return to === undefined ? rest : rest.where('at', '<', to);
}
