import { sql } from 'kysely';
import { effectiveLimits, grantedTo } from '../../accounts/plans/limits.ts';
import type { OverageMode } from '../../quota/contract.ts';
import type { Reader } from '../../records/records.ts';

/** A client's quota and credits in a month, as checkpointed. */
export interface Standing {
  readonly clientId: string;
  /** Name of the client. */
  readonly client: string;
  /** Units per month; `null` is unlimited. */
  readonly quota: number | null;
  /** Units of the month, included and overage. */
  readonly used: number;
  readonly mode: OverageMode;
  /** Credits that can still be spent; negative after a chargeback. */
  readonly credits: number;
  /** Credits of the last top-up; `null` if there was none. */
  readonly lastTopUp: number | null;
}

/** The clients to read: one, or a page of clients after an id, sorted by id. */
export type WhichClients = { readonly clientId: string } | { readonly after: string; readonly limit: number };

/**
 * Reads the standing of clients that have a recipient for notices: an active admin or finance user with a confirmed
 * address.
 */
export async function readStandings(db: Reader, which: WhichClients, month: string): Promise<Standing[]> {
  const all = db
    .selectFrom('clients')
    .innerJoin('plans', 'plans.name', 'clients.plan')
    .where('clients.deleted_at', 'is', null)
    .where('clients.id', 'in', noticeRecipients(db).select('users.client_id'))
    .orderBy('clients.id')
    .select(['clients.id', 'clients.name', 'overrides', 'limits_version', 'own_ceiling'])
    .select(['quota', 'burst_q', 'burst_w', 'mode', 'ceiling'])
    .select([grantedTo('clients.id').as('granted'), usedIn(month).as('used'), creditsTaken().as('taken')])
    .select(lastTopUp().as('lastTopUp'));
  const rows = await ('clientId' in which
    ? all.where('clients.id', '=', which.clientId)
    : all.where('clients.id', '>', which.after).limit(which.limit)
  ).execute();
  return rows.map((row) => {
    const { quota, mode, granted } = effectiveLimits(row, row, row.granted);
    const { id: clientId, name: client, used, lastTopUp } = row;
    return { clientId, client, quota, used, mode, credits: granted - row.taken, lastTopUp };
  });
}

/** The users who get an account's notices. */
export function noticeRecipients(db: Reader) {
  return db
    .selectFrom('users')
    .where('users.role', 'in', ['admin', 'finance'])
    .where('users.state', '=', 'active')
    .where('users.removed_at', 'is', null)
    .where('users.email', 'is not', null);
}

function usedIn(month: string) {
  return sql<number>`(select cast(coalesce(sum(admitted_included + admitted_overage - returned_included
    - returned_overage), 0) as bigint) from month_fold where client_id = clients.id and month = ${month})`;
}

function creditsTaken() {
  return sql<number>`(select cast(coalesce(sum(taken - returned), 0) as bigint) from credit_fold
    where client_id = clients.id)`;
}

function lastTopUp() {
  return sql<number | null>`(select credits from ledger where client_id = clients.id and kind = 'top_up'
    order by at desc, id desc limit 1)`;
}
