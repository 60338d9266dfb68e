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

/** Tells every process that its cached state of this record is out of date. Only within `Records.write`. */
export async function recordChange(trx: Change, actor: Actor, kind: ChangeKind, id: string): Promise<void> {
  await trx.insertInto('changes').values({ kind, id, at: actor.at }).execute();
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
