import { sql } from 'kysely';
import type { Reader, Records } from '../records/records.ts';
import type { Actor } from '../records/trail.ts';
import { postEntry } from './ledger.ts';

/** Clients in one transaction: other writers wait no longer for it than for a few commits. */
const CLIENTS_AT_ONCE = 50;

/**
 * Writes the credits that a closed month has taken into the ledger: `settlement:<client>:<month>` once, and what comes
 * later (calls that were counted only after an outage) as `adjustment:<client>:<month>:<n>`. Both are of the kind
 * `settlement`: they say how granted credits were spent, and grant or take none.
 *
 * @returns how many entries were written; run again, or on two machines, it writes none
 */
export async function settleMonth(records: Records, actor: Actor, month: string): Promise<number> {
  const recorded = await recordedCredits(records, month);
  let entries = 0;
  for (let start = 0; start < recorded.length; start += CLIENTS_AT_ONCE) {
    const clients = recorded.slice(start, start + CLIENTS_AT_ONCE).map(({ client }) => client);
    // Mostly there is nothing new, and to find that out nobody else has to wait.
    if ((await unsettledCredits(records.db, month, clients)).length === 0) continue;
    // Writers come one after the other, over all processes: what is read here holds until the commit.
    entries += await records.write(async (trx) => {
      const unsettled = await unsettledCredits(trx, month, clients);
      for (const { client, credits, earlier } of unsettled) {
        const reference = `${client}:${month}`;
        await postEntry(trx, actor, {
          clientId: client,
          kind: 'settlement',
          credits: -credits,
          source: earlier === 0 ? `settlement:${reference}` : `adjustment:${reference}:${earlier}`,
          note: earlier === 0 ? null : 'counted after the month was settled',
        });
      }
      return unsettled.length;
    });
  }
  return entries;
}

interface Recorded {
  readonly client: string;
  readonly credits: number;
}

/** Credits that each client's calls of a month have taken, by the fold; clients that are deleted have no ledger to settle. */
async function recordedCredits(
  records: Pick<Records, 'db'>,
  month: string,
  clients?: readonly string[],
): Promise<Recorded[]> {
  return records.db
    .selectFrom('month_fold')
    .innerJoin('clients', 'clients.id', 'month_fold.client_id')
    .where('month', '=', month)
    .where('clients.deleted_at', 'is', null)
    .$if(clients !== undefined, (query) => query.where('client_id', 'in', clients ?? []))
    .groupBy('client_id')
    .orderBy('client_id')
    .select(['client_id as client'])
    .select(sql<number>`cast(sum(admitted_credits - returned_credits) as bigint)`.as('credits'))
    .having(sql<boolean>`sum(admitted_credits) > 0`)
    .execute();
}

interface Unsettled extends Recorded {
  /** Entries that this month has already. */
  readonly earlier: number;
}

async function unsettledCredits(db: Reader, month: string, clients: readonly string[]): Promise<Unsettled[]> {
  const recorded = await recordedCredits({ db }, month, clients);
  const entries = await db
    .selectFrom('ledger')
    .where('client_id', 'in', clients)
    .where('kind', '=', 'settlement')
    .select(['client_id', 'source', 'credits'])
    .execute();
  return recorded.flatMap(({ client, credits }) => {
    const own = entries.filter(({ client_id, source }) => client_id === client && source.split(':')[2] === month);
    const settled = own.reduce((sum, entry) => sum - entry.credits, 0);
    return credits === settled ? [] : [{ client, credits: credits - settled, earlier: own.length }];
  });
}
