import { requireClient } from '../accounts/find-client.ts';
import { limitsChanged } from '../accounts/plans/limits.ts';
import { AccountError } from '../records/account-error.ts';
import type { Change, Reader, Records } from '../records/records.ts';
import type { LedgerRow } from '../records/tables.ts';
import { type Actor, recordAudit } from '../records/trail.ts';
import { newId } from '../values/record-id.ts';
import { openInstant } from './closed-months.ts';

export interface NewEntry {
  readonly clientId: string;
  readonly kind: LedgerRow['kind'];
  /** Whole credits; negative for a debit. */
  readonly credits: number;
  /**
   * What the entry is for, such as a payment or a settled month. Unique over all entries, so that a replay changes
   * nothing.
   */
  readonly source: string;
  readonly note: string | null;
}

export interface EntryResult {
  readonly entryId: string;
  /** False if the same entry already existed. */
  readonly entered: boolean;
  /** Sum of the client's ledger. */
  readonly balance: number;
}

/**
 * Grants credits to a client.
 *
 * @throws AccountError as `postEntry`; also for a deleted client, and unless `credits` is positive
 */
export async function addCredits(
  records: Records,
  actor: Actor,
  topUp: Pick<NewEntry, 'clientId' | 'credits' | 'source' | 'note'>,
): Promise<EntryResult> {
  if (!(topUp.credits > 0)) {
    throw new AccountError('bad-value', 'A top-up must be a positive whole number of credits');
  }
  return records.write(async (trx) => {
    await requireClient(trx, topUp.clientId);
    return postEntry(trx, actor, { ...topUp, kind: 'top_up' });
  });
}

/**
 * Appends an entry to the ledger, once per source: repeating an entry changes nothing and returns the first one. The
 * ledger of a deleted client still records events such as refunds. No process needs to learn of these entries, since
 * the credits cannot be spent, and their notes are dropped, since they might name a person. An entry is never dated into
 * a closed month.
 *
 * @throws AccountError `unknown-client`, `bad-value`, `source-taken` (another entry has this source)
 */
export async function postEntry(trx: Change, actor: Actor, entry: NewEntry): Promise<EntryResult> {
  if (!Number.isSafeInteger(entry.credits) || entry.source === '') {
    throw new AccountError('bad-value', 'A ledger entry must have a whole number of credits and a source');
  }
  const known = await trx.selectFrom('ledger').selectAll().where('source', '=', entry.source).executeTakeFirst();
  if (known !== undefined) {
    if (known.client_id !== entry.clientId || known.credits !== entry.credits || known.kind !== entry.kind) {
      throw new AccountError('source-taken', `The source "${entry.source}" belongs to another entry`);
    }
    return { entryId: known.id, entered: false, balance: await balanceOf(trx, entry.clientId) };
  }
  const { clientId, kind, credits, source } = entry;
  const deleted = await isDeleted(trx, clientId);
  const note = deleted ? null : entry.note;
  const entryId = newId('le');
  await trx
    .insertInto('ledger')
    .values({ id: entryId, client_id: clientId, kind, credits, source, at: await openInstant(trx, actor.at), note })
    .execute();
  if (!deleted) await limitsChanged(trx, actor, clientId);
  await recordAudit(trx, actor, {
    client: clientId,
    action: `ledger.${kind}`,
    record: { kind: 'ledger', id: entryId },
    after: { kind, credits, source, note },
  });
  return { entryId, entered: true, balance: await balanceOf(trx, clientId) };
}

/** @throws AccountError `unknown-client` if the client never existed */
async function isDeleted(trx: Change, clientId: string): Promise<boolean> {
  const client = await trx.selectFrom('clients').where('id', '=', clientId).select('deleted_at').executeTakeFirst();
  if (client === undefined) throw new AccountError('unknown-client', `There is no client "${clientId}"`);
  return client.deleted_at !== null;
}

/** The sum of a client's ledger, in credits. Credits spent in a month leave it only when the month is settled. */
export async function balanceOf(db: Reader, clientId: string): Promise<number> {
  const { balance } = await db
    .selectFrom('ledger')
    .where('client_id', '=', clientId)
    .select((eb) => eb.cast<number>(eb.fn.coalesce(eb.fn.sum('credits'), eb.val(0)), 'bigint').as('balance'))
    .executeTakeFirstOrThrow();
  return balance;
}
