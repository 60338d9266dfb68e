import { sql } from 'kysely';
import type { UnitBreakdown } from '../quota/contract.ts';
import { everyPage, type ListOrder, type Page, type PageRequest, readPage } from '../records/page.ts';
import type { Reader } from '../records/records.ts';
import { monthUsage, type UsageLine, usageBy } from '../usage/report.ts';
import { csvLine } from '../values/csv.ts';
import { isoTime } from '../values/instant.ts';

/** A marketplace consumer, from the current records. */
export interface Consumer {
  readonly clientId: string;
  /** The marketplace's name for the consumer. */
  readonly user: string;
  readonly subscription: string;
  readonly plan: string;
  /** Number of valid keys. */
  readonly keys: number;
}

/** A consumer's units in a month: included in its plan, and beyond a soft limit. */
export interface ConsumerMonth extends UnitBreakdown {
  readonly consumer: Consumer;
}

const BY_NAME: ListOrder<Consumer> = {
  direction: 'asc',
  by: [{ column: 'external_user', kind: 'text', of: ({ user }) => user }],
};

/**
 * Lists the consumers of a marketplace, sorted by name.
 *
 * @param find restricts the list to consumers whose name or subscription contains this text; the search reads all
 * consumers of the marketplace
 * @throws AccountError `bad-value` for a malformed cursor
 */
export function listConsumers(
  db: Reader,
  { marketplace, find = '' }: { readonly marketplace: string; readonly find?: string },
  request: PageRequest,
): Promise<Page<Consumer>> {
  const pattern = `%${find.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  const consumers = db
    .selectFrom('consumers')
    .innerJoin('clients', 'clients.id', 'consumers.client_id')
    .where('marketplace', '=', marketplace)
    .where('clients.deleted_at', 'is', null)
    .$if(find !== '', (all) =>
      all.where(sql<boolean>`lower(external_user || ' ' || subscription) like ${pattern} escape '\\'`),
    )
    .select(['clients.id as clientId', 'external_user as user', 'consumers.subscription', 'clients.plan'])
    .select((eb) =>
      eb
        .selectFrom('keys')
        .whereRef('keys.client_id', '=', 'clients.id')
        .where('revoked_at', 'is', null)
        .select((inner) => inner.cast<number>(inner.fn.countAll(), 'bigint').as('count'))
        .$asScalar()
        .$notNull()
        .as('keys'),
    );
  return readPage(consumers, BY_NAME, request);
}

const CONSUMERS_AT_ONCE = 200;

/** Yields all consumers of a marketplace, sorted by name. */
async function* everyConsumer(db: Reader, marketplace: string): AsyncGenerator<Consumer> {
  const pages = everyPage((cursor) => listConsumers(db, { marketplace }, { limit: CONSUMERS_AT_ONCE, cursor }));
  for await (const consumers of pages) yield* consumers;
}

/** Counts the consumers that a marketplace has ever had. */
export async function countConsumers(db: Reader, marketplace: string): Promise<number> {
  const { count } = await db
    .selectFrom('consumers')
    .where('marketplace', '=', marketplace)
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'bigint').as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Yields each consumer's checkpointed usage in a UTC month. */
export async function* consumerMonths(db: Reader, marketplace: string, month: string): AsyncGenerator<ConsumerMonth> {
  for await (const consumer of everyConsumer(db, marketplace)) {
    const { included, overage, credits } = await monthUsage(db, consumer.clientId, month);
    yield { consumer, included, overage, credits };
  }
}

/** What a report covers. */
export interface ReportScope {
  readonly marketplace: string;
  /** UTC month such as `2026-11`. */
  readonly month: string;
  /** The report contains every call that was counted before this instant, in milliseconds since 1970. */
  readonly asOf: number;
}

/** Yields the monthly statement of a marketplace as CSV: one line per consumer, including consumers without calls. */
export async function* statementCsv(db: Reader, { marketplace, month, asOf }: ReportScope): AsyncGenerator<string> {
  const as_of = isoTime(asOf);
  const units = ['units', 'included', 'overage', 'credits'];
  yield csvLine(['marketplace', 'month', 'user', 'subscription', 'plan', ...units, 'as_of']);
  for await (const { consumer, included, overage, credits } of consumerMonths(db, marketplace, month)) {
    const { user, subscription, plan } = consumer;
    const paid = [included + overage, included, overage, credits];
    yield csvLine([marketplace, month, user, subscription, plan, ...paid, as_of]);
  }
}

/** Yields the monthly usage of a marketplace as CSV: one line per consumer and endpoint. */
export async function* usageCsv(db: Reader, { marketplace, month, asOf }: ReportScope): AsyncGenerator<string> {
  const as_of = isoTime(asOf);
  yield csvLine(['marketplace', 'month', 'user', 'subscription', 'endpoint', 'calls', 'units', ...OUTCOMES, 'as_of']);
  for await (const { clientId, user, subscription } of everyConsumer(db, marketplace)) {
    for (const line of await usageBy(db, clientId, month, 'calculator')) {
      yield csvLine([marketplace, month, user, subscription, line.name, ...numbersOf(line), as_of]);
    }
  }
}

const OUTCOMES = ['client_errors', 'server_errors', 'refused'];

const numbersOf = ({ calls, units, clientErrors, serverErrors, refused }: UsageLine) => [
  calls,
  units,
  clientErrors,
  serverErrors,
  refused,
];
