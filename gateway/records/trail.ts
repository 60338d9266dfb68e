import type { Change } from './records.ts';
import type { ChangeKind } from './tables.ts';

/** The author of a change: who, when, and from which network address (`null` on the command line). */
export interface Actor {
  /** `cli`, `start`, or the id of a user. */
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly address: string | null;
}

/** An entry of the audit. `before` and `after` must contain no secret and no hash. */
export interface AuditEntry {
  readonly client: string | null;
  readonly action: string;
  readonly record: { readonly kind: string; readonly id: string };
  readonly before?: object;
  readonly after?: object;
}

/** `endsAt` of a change that ends keys at once. */
export const AT_ONCE = 0;

/**
 * Tells every process that its cached state of this record is out of date. Only within `Records.write`.
 *
 * @param endsAt when the keys of this record end, in milliseconds since 1970. A process that cannot read the records
 *   learns of such changes through Redis.
 */
export async function recordChange(
  trx: Change,
  actor: Actor,
  kind: ChangeKind,
  id: string,
  endsAt: number | null = null,
): Promise<void> {
  await trx.insertInto('changes').values({ kind, id, at: actor.at, ends_at: endsAt }).execute();
}

/** Writes an audit entry, in the transaction of the change. */
export async function recordAudit(trx: Change, actor: Actor, entry: AuditEntry): Promise<void> {
  await trx
    .insertInto('audit')
    .values({
      at: actor.at,
      client_id: entry.client,
      actor: actor.name,
      action: entry.action,
      record_kind: entry.record.kind,
      record_id: entry.record.id,
      before: entry.before === undefined ? null : JSON.stringify(entry.before),
      after: entry.after === undefined ? null : JSON.stringify(entry.after),
      address: actor.address,
    })
    .execute();
}
