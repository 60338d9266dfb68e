import { requireClient } from '../accounts/find-client.ts';
import { limitsChanged } from '../accounts/plans/limits.ts';
import { AccountError } from '../records/account-error.ts';
import type { Change, Reader, Records } from '../records/records.ts';
import type { LedgerRow } from '../records/tables.ts';
import { type Actor, recordAudit } from '../records/trail.ts';
import { newId } from '../values/record-id.ts';

export interface NewEntry {
  readonly clientId: string;
  readonly kind: LedgerRow['kind'];
  /** Whole credits, negative where they leave. */
  readonly credits: number;
  /** Unique over all entries: a payment, a settled month. It makes a replay do nothing. */
  readonly source: string;
  readonly note: string | null;
}

export interface EntryResult {
  readonly entryId: string;
  /** False if this source had been entered before, with the same client and credits. */
  readonly entered: boolean;
  /** Sum of the client's ledger. */
  readonly balance: number;
}

/** Gives a client credits. @throws AccountError as `postEntry`; also for a client that is deleted, and for no credits */
export async function addCredits(
  records: Records,
  actor: Actor,
  topUp: Pick<NewEntry, 'clientId' | 'credits' | 'source' | 'note'>,
): Promise<EntryResult> {
  if (!(topUp.credits > 0)) {
    throw new AccountError('bad-value', 'A top-up is a positive whole number of credits');
  }
  return records.write(async (trx) => {
    await requireClient(trx, topUp.clientId);
    return postEntry(trx, actor, { ...topUp, kind: 'top_up' });
  });
}

/**
 * Appends an entry to the ledger, once a source: the same entry again changes nothing and is told from the first. The
 * ledger of a client that is deleted goes on taking what happens, such as a refund: of that nobody is told, since nothing
 * can be spent, and no note is kept, since it might name somebody.
 *
 * @throws AccountError `unknown-client`, `bad-value`, `source-taken` (the source stands for another entry)
 */
export async function postEntry(trx: Change, actor: Actor, entry: NewEntry): Promise<EntryResult> {
  if (!Number.isSafeInteger(entry.credits) || entry.source === '') {
    throw new AccountError('bad-value', 'A ledger entry has a whole number of credits and a source');
  }
  const known = await trx.selectFrom('ledger').selectAll().where('source', '=', entry.source).executeTakeFirst();
  if (known !== undefined) {
    if (known.client_id !== entry.clientId || known.credits !== entry.credits || known.kind !== entry.kind) {
      throw new AccountError('source-taken', `The source "${entry.source}" stands for another entry`);
    }
    return { entryId: known.id, entered: false, balance: await balanceOf(trx, entry.clientId) };
  }
  const { clientId, kind, credits, source } = entry;
  const deleted = await isDeleted(trx, clientId);
  const note = deleted ? null : entry.note;
  const entryId = newId('le');
  await trx
    .insertInto('ledger')
    .values({ id: entryId, client_id: clientId, kind, credits, source, at: actor.at, note })
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

/** @throws AccountError `unknown-client` where there never was such a client */
async function isDeleted(trx: Change, clientId: string): Promise<boolean> {
  const client = await trx.selectFrom('clients').where('id', '=', clientId).select('deleted_at').executeTakeFirst();
  if (client === undefined) throw new AccountError('unknown-client', `There is no client "${clientId}"`);
  return client.deleted_at !== null;
}

/** The sum of a client's ledger in credits. Overage that is not settled yet has not left it. */
export async function balanceOf(db: Reader, clientId: string): Promise<number> {
  const { balance } = await db
    .selectFrom('ledger')
    .where('client_id', '=', clientId)
    .select((eb) => eb.cast<number>(eb.fn.coalesce(eb.fn.sum('credits'), eb.val(0)), 'bigint').as('balance'))
    .executeTakeFirstOrThrow();
  return balance;
}
