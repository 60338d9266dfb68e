import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { MonthCounter } from '../../quota/contract.ts';
import { inParallel } from '../../quota/in-parallel.ts';
import { usedUnits } from '../../quota/model/affordability.ts';
import type { Reader } from '../../records/records.ts';
import { netUnits } from '../../usage/checkpoint.ts';
import { lastClosed } from '../closed-months.ts';
import { COUNTED } from '../settlement.ts';
import { answeredCalls, type LoggedCalls } from './logged-calls.ts';

/**
 * Two places that must agree, and what is compared:
 *
 * - `usage`: units in the usage rows of the month against those in its checkpoint
 * - `counters`: units in the live counters against those in the checkpoint
 * - `credits`: credits taken in all months against those in the months' checkpoints
 * - `settled`: counts in the checkpoint against those that a settlement has seen, in a closed month
 * - `ledger`: credits that settlements took for a closed month against those in its checkpoint
 * - `statement`: units in statements against those in the checkpoint, in a closed month
 * - `call log`: answered calls in the log that no usage row has
 * - `journals`: answered calls in journals that no counter has
 */
export type Comparison =
  | 'usage'
  | 'counters'
  | 'credits'
  | 'settled'
  | 'ledger'
  | 'statement'
  | 'call log'
  | 'journals';

/** Two figures that should be equal and are not. */
export interface Difference {
  /** `null` for all clients. */
  readonly client: string | null;
  readonly comparison: Comparison;
  /** The figure of the first place, in units, credits or calls. */
  readonly left: number;
  /** The figure of the second place: the checkpoint, except for `call log` (the usage rows) and `journals` (0). */
  readonly right: number;
}

/** Where the live counters are read. */
export interface ReadableCounters {
  counters(client: string, month: string): Promise<{ readonly counter: MonthCounter } | null>;
}

export interface ReconcileOptions {
  readonly db: Reader;
  /** UTC month such as `2026-11`. */
  readonly month: string;
  /** The live counters; absent if they cannot be read from here. */
  readonly counters?: ReadableCounters;
  /** Answered calls in journals that are not counted yet. Default 0. */
  readonly journaled?: () => number;
  /** Calls of the month in a call log. */
  readonly logged?: LoggedCalls;
  /** Milliseconds between the two looks. Default: 15 seconds, longer than a checkpoint takes to follow the counters. */
  readonly apartMs?: number;
  /** Ends the comparison, and the wait between the looks; `reconcile` then rejects. */
  readonly signal?: AbortSignal;
  /** Default {@link CLIENTS_AT_ONCE}. */
  readonly clientsAtOnce?: number;
}

/** Clients that are compared together: with one usage row each, about a millisecond's work. */
const CLIENTS_AT_ONCE = 50;

/** With SQLite each query blocks the event loop. After some work it is free for three times as long, at most 10 ms. */
const REST = 3;
const MOST_REST_MS = 10;

/** Comparisons whose second place follows the first one, by seconds. */
const FOLLOWS: ReadonlySet<Comparison> = new Set<Comparison>(['usage', 'counters', 'call log']);

/**
 * Compares everything that counts the calls of a month, and returns the differences by client. While calls run, the
 * places are seconds apart: it then looks again, and returns the differences that lasted.
 */
export async function reconcile(options: ReconcileOptions): Promise<Difference[]> {
  const { apartMs = 15_000, signal } = options;
  // While calls run, nearly every active client is in it.
  const first = new Map<Comparison, Map<string | null, Places>>();
  await look(options, ({ comparison, client, left, right }) => {
    const ofComparison = first.get(comparison) ?? new Map<string | null, Places>();
    first.set(comparison, ofComparison);
    ofComparison.set(client, { left, right });
  });
  if (first.size === 0) return [];
  await sleep(apartMs, undefined, { signal });
  const lasting: Difference[] = [];
  await look(options, (difference) => {
    const earlier = first.get(difference.comparison)?.get(difference.client);
    if (earlier !== undefined && hasLasted(earlier, difference)) lasting.push(difference);
  });
  return lasting.toSorted(byName);
}

type Places = Pick<Difference, 'left' | 'right'>;

/** Takes a difference as soon as it is found. */
type Found = (difference: Difference) => void;

/** Whether the second look confirms a difference: calls in between move both figures, and one place may follow. */
function hasLasted(first: Places, second: Difference): boolean {
  if (FOLLOWS.has(second.comparison)) return second.left < second.right || second.right < first.left;
  return first.left === second.left && first.right === second.right;
}

function nameOf({ client, comparison }: Difference): string {
  return `${client} ${comparison}`;
}

async function look(options: ReconcileOptions, found: Found): Promise<void> {
  const { db, month, journaled, logged, signal, clientsAtOnce = CLIENTS_AT_ONCE } = options;
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  await snapshot.execute(async (trx) => {
    const closed = await lastClosed(trx);
    for await (const range of clientRanges(trx, clientsAtOnce)) {
      signal?.throwIfAborted();
      const begun = performance.now();
      await compareRange({ ...options, trx, range, isClosed: closed !== null && month <= closed }, found);
      await sleep(Math.min(MOST_REST_MS, (performance.now() - begun) * REST), undefined, { signal });
    }
  });
  const waiting = journaled?.() ?? 0;
  if (waiting > 0) found({ client: null, comparison: 'journals', left: waiting, right: 0 });
  if (logged !== undefined) await compareLog(db, month, logged, found);
}

/** The clients whose id is greater than `after` and not greater than `to`; `null` stands for no end. */
interface ClientRange {
  readonly after: string;
  readonly to: string | null;
}

/** All clients, also those that the records no longer have, in ranges of `clientsAtOnce` known ones. */
async function* clientRanges(trx: Reader, clientsAtOnce: number): AsyncGenerator<ClientRange> {
  let range: ClientRange = { after: '', to: '' };
  while (range.to !== null) {
    const last = await trx
      .selectFrom('clients')
      .select('id')
      .where('id', '>', range.to)
      .orderBy('id')
      .offset(clientsAtOnce - 1)
      .limit(1)
      .executeTakeFirst();
    range = { after: range.to, to: last?.id ?? null };
    yield range;
  }
}

/** The clients of one range, in one snapshot of the records. */
interface RangeToCompare extends Pick<ReconcileOptions, 'month' | 'counters'> {
  readonly trx: Reader;
  readonly range: ClientRange;
  /** Whether the month is closed. */
  readonly isClosed: boolean;
}

function isIn({ after, to }: ClientRange): RawBuilder<boolean> {
  return to === null ? sql`client_id > ${after}` : sql`client_id > ${after} and client_id <= ${to}`;
}

interface Figures {
  readonly client: string;
  readonly amount: number;
}

async function compareRange(of: RangeToCompare, found: Found): Promise<void> {
  const { trx, month, range, counters, isClosed } = of;
  const units = await amounts(ofMonth(of, sql`${net('included')} + ${net('overage')}`));
  const usage = await amounts(
    trx
      .selectFrom('usage_fold')
      .where(isIn(range))
      .where('day', '>=', `${month}-01`)
      .where('day', '<=', `${month}-31`)
      .groupBy('client_id')
      .select(['client_id as client', netUnits().as('amount')]),
  );
  compareAll(found, 'usage', usage, units);
  const taken = trx.selectFrom('credit_fold').where(isIn(range)).groupBy('client_id');
  const spent = trx.selectFrom('month_fold').where(isIn(range)).groupBy('client_id');
  compareAll(
    found,
    'credits',
    await amounts(taken.select(['client_id as client', sumOf(sql`taken - returned`).as('amount')])),
    await amounts(spent.select(['client_id as client', sumOf(net('credits')).as('amount')])),
  );
  if (isClosed) await compareSettled(of, units, found);
  if (counters === undefined) return;
  await inParallel(units, async ([client, checkpointed]) => {
    const live = await counters.counters(client, month);
    // A client that did not call since Redis lost its data has no counters: its next call loads the checkpoint.
    if (live !== null) compare(found, client, 'counters', usedUnits(live.counter), checkpointed);
  });
}

/** Compares a closed month with the statements and the ledger. */
async function compareSettled(of: RangeToCompare, units: ReadonlyMap<string, number>, found: Found): Promise<void> {
  const { trx, month, range } = of;
  const [settled, counted] = [await amounts(ofMonth(of, sql`stated`)), await amounts(ofMonth(of, COUNTED))];
  compareAll(found, 'settled', settled, counted);
  const credits = await amounts(ofMonth(of, net('credits')));
  const entries = await amounts(
    trx
      .selectFrom('ledger')
      .where(isIn(range))
      .where('kind', '=', 'settlement')
      .where((eb) =>
        eb.or(['settlement', 'adjustment'].map((kind) => sql<boolean>`source like ${`${kind}:%:${month}%`}`)),
      )
      .groupBy('client_id')
      .select(['client_id as client', sumOf(sql`-credits`).as('amount')]),
  );
  // Counts that no settlement has seen are missing from ledger and statement too: that is one difference, not three.
  const isSettled = (client: string) => settled.get(client) === counted.get(client);
  compareAll(found, 'ledger', entries, credits, isSettled);
  const stated = await amounts(
    trx
      .selectFrom('stated_units')
      .where(isIn(range))
      .where('month', '=', month)
      .groupBy('client_id')
      .select(['client_id as client', sumOf(sql`included + overage`).as('amount')]),
  );
  compareAll(found, 'statement', stated, units, isSettled);
}

async function compareLog(db: Reader, month: string, logged: LoggedCalls, found: Found): Promise<void> {
  const counted = await answeredCalls(db, month);
  for (const [client, calls] of logged) {
    const right = counted.get(client) ?? 0;
    // A log may be incomplete, and a batch is one line: fewer logged calls than counted ones are no difference.
    if (calls > right) found({ client, comparison: 'call log', left: calls, right });
  }
}

function net(part: 'included' | 'overage' | 'credits'): RawBuilder<number> {
  return sql<number>`${sql.ref(`admitted_${part}`)} - ${sql.ref(`returned_${part}`)}`;
}

function ofMonth({ trx, month, range }: RangeToCompare, amount: RawBuilder<unknown>) {
  return trx
    .selectFrom('month_fold')
    .where(isIn(range))
    .where('month', '=', month)
    .groupBy('client_id')
    .select(['client_id as client', sumOf(amount).as('amount')]);
}

function sumOf(value: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`cast(coalesce(sum(${value}), 0) as bigint)`;
}

async function amounts(query: { execute(): Promise<Figures[]> }): Promise<Map<string, number>> {
  return new Map((await query.execute()).map(({ client, amount }) => [client, amount]));
}

function compareAll(
  found: Found,
  comparison: Comparison,
  left: ReadonlyMap<string, number>,
  right: ReadonlyMap<string, number>,
  counts: (client: string) => boolean = () => true,
): void {
  for (const client of new Set([...left.keys(), ...right.keys()])) {
    if (counts(client)) compare(found, client, comparison, left.get(client) ?? 0, right.get(client) ?? 0);
  }
}

function compare(found: Found, client: string, comparison: Comparison, left: number, right: number): void {
  if (left !== right) found({ client, comparison, left, right });
}

function byName(a: Difference, b: Difference): number {
  const [one, other] = [nameOf(a), nameOf(b)];
  return one < other ? -1 : one > other ? 1 : 0;
}
