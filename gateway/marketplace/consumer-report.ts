import { sql } from 'kysely';
import type { UnitBreakdown } from '../quota/contract.ts';
import { everyPage, type ListOrder, type Page, type PageRequest, readPage } from '../records/page.ts';
import type { Reader } from '../records/records.ts';
import { monthUsage, type UsageLine, usageBy } from '../usage/report.ts';
import { csvLine } from '../values/csv.ts';

/** A consumer of a marketplace, as the records have it now. */
export interface Consumer {
  readonly clientId: string;
  /** As the marketplace calls it. */
  readonly user: string;
  readonly subscription: string;
  readonly plan: string;
  /** Keys that open something. */
  readonly keys: number;
}

/** What a consumer used in a month: included in its plan, and beyond a soft limit. */
export interface ConsumerMonth extends UnitBreakdown {
  readonly consumer: Consumer;
}

const BY_NAME: ListOrder<Consumer> = {
  direction: 'asc',
  by: [{ column: 'external_user', kind: 'text', of: ({ user }) => user }],
};

/**
 * The consumers of a marketplace by name.
 *
 * @param find only those whose name or subscription has this text in it; it looks at all consumers of the marketplace
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

/** All consumers of a marketplace by name, one after the other. */
async function* everyConsumer(db: Reader, marketplace: string): AsyncGenerator<Consumer> {
  const pages = everyPage((cursor) => listConsumers(db, { marketplace }, { limit: CONSUMERS_AT_ONCE, cursor }));
  for await (const consumers of pages) yield* consumers;
}

/** How many consumers of a marketplace there have ever been. */
export async function countConsumers(db: Reader, marketplace: string): Promise<number> {
  const { count } = await db
    .selectFrom('consumers')
    .where('marketplace', '=', marketplace)
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'bigint').as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** What each consumer of a marketplace used in a UTC month, as far as it is checkpointed. */
export async function* consumerMonths(db: Reader, marketplace: string, month: string): AsyncGenerator<ConsumerMonth> {
  for await (const consumer of everyConsumer(db, marketplace)) {
    const { included, overage, credits } = await monthUsage(db, consumer.clientId, month);
    yield { consumer, included, overage, credits };
  }
}

/** The monthly statement of a marketplace as CSV: a line for each consumer, those who called nothing too. */
export async function* statementCsv(db: Reader, marketplace: string, month: string): AsyncGenerator<string> {
  yield csvLine(['marketplace', 'month', 'user', 'subscription', 'plan', 'units', 'included', 'overage', 'credits']);
  for await (const { consumer, included, overage, credits } of consumerMonths(db, marketplace, month)) {
    const { user, subscription, plan } = consumer;
    yield csvLine([marketplace, month, user, subscription, plan, included + overage, included, overage, credits]);
  }
}

/** The usage of a marketplace in a month as CSV: a line for each consumer and endpoint. */
export async function* usageCsv(db: Reader, marketplace: string, month: string): AsyncGenerator<string> {
  yield csvLine(['marketplace', 'month', 'user', 'subscription', 'endpoint', 'calls', 'units', ...OUTCOMES]);
  for await (const { clientId, user, subscription } of everyConsumer(db, marketplace)) {
    for (const line of await usageBy(db, clientId, month, 'calculator')) {
      yield csvLine([marketplace, month, user, subscription, line.name, ...numbersOf(line)]);
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
