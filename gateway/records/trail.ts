import type { Change } from './records.ts';
import type { ChangeKind } from './tables.ts';

/** Who changes something, when, and from which network address (`null` where there is none, as on the command line). */
export interface Actor {
  /** `cli`, `start`, or the id of a user. */
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly address: string | null;
}

/** One line of the audit: what was done to which record. `before` and `after` must hold no secret and no hash. */
export interface Deed {
  readonly client: string | null;
  readonly action: string;
  readonly record: { readonly kind: string; readonly id: string };
  readonly before?: object;
  readonly after?: object;
}

/** Tells every process that what it knows of this record is out of date. Only within `Records.write`. */
export async function recordChange(trx: Change, actor: Actor, kind: ChangeKind, id: string): Promise<void> {
  await trx.insertInto('changes').values({ kind, id, at: actor.at }).execute();
}

/** Writes who did what, in the transaction that does it. */
export async function recordAudit(trx: Change, actor: Actor, deed: Deed): Promise<void> {
  await trx
    .insertInto('audit')
    .values({
      at: actor.at,
      client_id: deed.client,
      actor: actor.name,
      action: deed.action,
      record_kind: deed.record.kind,
      record_id: deed.record.id,
      before: deed.before === undefined ? null : JSON.stringify(deed.before),
      after: deed.after === undefined ? null : JSON.stringify(deed.after),
      address: actor.address,
    })
    .execute();
}
