import { sql } from 'kysely';
import { effectiveLimits, grantedTo } from '../../accounts/plans/limits.ts';
import type { OverageMode } from '../../quota/contract.ts';
import type { Reader } from '../../records/records.ts';

/** How a client stands in a month, as far as its calls are checkpointed. */
export interface Standing {
  readonly clientId: string;
  /** Name of the client. */
  readonly client: string;
  /** Units a month; `null` is unlimited. */
  readonly quota: number | null;
  /** Units of the month, included and overage. */
  readonly used: number;
  readonly mode: OverageMode;
  /** That can still be spent; below zero after a chargeback. */
  readonly credits: number;
  /** Credits of the last top-up; `null` without any. */
  readonly lastTopUp: number | null;
}

/** Which clients are read: one, or those after an id, in the order of their ids. */
export type WhichClients = { readonly clientId: string } | { readonly after: string; readonly limit: number };

/** How clients stand that have somebody to tell: an active admin or finance user with a confirmed address. */
export async function readStandings(db: Reader, which: WhichClients, month: string): Promise<Standing[]> {
  const all = db
    .selectFrom('clients')
    .innerJoin('plans', 'plans.name', 'clients.plan')
    .where('clients.deleted_at', 'is', null)
    .where('clients.id', 'in', toldOf(db).select('users.client_id'))
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

/** Those who are told how an account stands. */
export function toldOf(db: Reader) {
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
