import { type RawBuilder, sql } from 'kysely';
import { FAMILY } from '../accounts/keys/key-family.ts';
import type { UnitBreakdown } from '../quota/contract.ts';
import type { Reader } from '../records/records.ts';
import { netUnits } from './checkpoint.ts';

/** A client's checkpointed usage in a month; a running gateway is at most ten seconds ahead. */
export interface MonthUsage extends UnitBreakdown {
  /** Included plus overage units. */
  readonly used: number;
}

export type UsageDimension = 'day' | 'key' | 'calculator';

/** Calls of a month for one day, key or calculator. */
export interface UsageLine {
  readonly name: string;
  /** Calls answered with a complete 2xx. */
  readonly calls: number;
  readonly units: number;
  /** Calls answered 400, 404 and the like. */
  readonly clientErrors: number;
  readonly serverErrors: number;
  /** Calls answered 401, 403 or 429. */
  readonly refused: number;
}

/** All credits that a client's calls have taken, as checkpointed. Granted credits minus these can still be spent. */
export async function creditsTaken(db: Reader, clientId: string): Promise<number> {
  const { taken } = await db
    .selectFrom('credit_fold')
    .where('client_id', '=', clientId)
    .select(sumOf(sql`taken - returned`).as('taken'))
    .executeTakeFirstOrThrow();
  return taken;
}

/** Reads a client's units in a UTC month, such as `2026-11`. */
export function monthUsage(db: Reader, clientId: string, month: string): Promise<MonthUsage> {
  const net = (part: keyof UnitBreakdown) =>
    sql<number>`cast(coalesce(sum(${sql.ref(`admitted_${part}`)} - ${sql.ref(`returned_${part}`)}), 0) as bigint)`;
  return db
    .selectFrom('month_fold')
    .where('client_id', '=', clientId)
    .where('month', '=', month)
    .select([net('included').as('included'), net('overage').as('overage'), net('credits').as('credits')])
    .executeTakeFirstOrThrow()
    .then((split) => ({ ...split, used: split.included + split.overage }));
}

/**
 * Reads a client's calls in a UTC month, one line per day, key or calculator.
 *
 * @param only restricts the calls to those of one key, of a family of keys, or of the keys of a user
 */
export function usageBy(
  db: Reader,
  clientId: string,
  month: string,
  dimension: UsageDimension,
  only: { readonly key?: string; readonly family?: string; readonly userId?: string | undefined } = {},
): Promise<UsageLine[]> {
  const { key = '', family = '', userId = '' } = only;
  const column = dimension === 'key' ? 'key_id' : dimension;
  const keys = db.selectFrom('keys').select('id').where('client_id', '=', clientId);
  return db
    .selectFrom('usage_fold')
    .where('client_id', '=', clientId)
    .$if(key !== '', (all) => all.where('key_id', '=', key))
    .$if(family !== '', (all) => all.where('key_id', 'in', keys.where(FAMILY, '=', family)))
    .$if(userId !== '', (all) => all.where('key_id', 'in', keys.where('user_id', '=', userId)))
    .where('day', '>=', `${month}-01`)
    .where('day', '<=', `${month}-31`)
    .groupBy(column)
    .orderBy(column)
    .select([`${column} as name`, ...callsByOutcome()])
    .execute();
}

/** Aggregates grouped usage rows: charged calls with their units, and uncharged calls by outcome. */
export function callsByOutcome() {
  return [
    // A reservation is counted as 2xx before its response is known; `returned` takes that back.
    sumOf(sql`case status when '2xx' then calls when 'returned' then -calls else 0 end`).as('calls'),
    netUnits().as('units'),
    sumOf(sql`case status when '4xx' then calls else 0 end`).as('clientErrors'),
    sumOf(sql`case status when '5xx' then calls else 0 end`).as('serverErrors'),
    sumOf(sql`case when status in ('401', '403', '429') then calls else 0 end`).as('refused'),
  ] as const;
}

function sumOf(value: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`cast(coalesce(sum(${value}), 0) as bigint)`;
}
