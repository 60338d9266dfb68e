import { csvLine } from '../csv.ts';
import type { Split } from '../quota/contract.ts';
import type { Reader } from '../records/records.ts';
import { monthUsage, type UsageLine, usageBy } from '../usage/report.ts';

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
export interface ConsumerMonth extends Split {
  readonly consumer: Consumer;
}

/** The consumers of a marketplace by name. */
export async function listConsumers(db: Reader, marketplace: string): Promise<Consumer[]> {
  return db
    .selectFrom('consumers')
    .innerJoin('clients', 'clients.id', 'consumers.client_id')
    .where('marketplace', '=', marketplace)
    .where('clients.deleted_at', 'is', null)
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
    )
    .orderBy('external_user')
    .execute();
}

/** What each consumer of a marketplace used in a UTC month, as far as it is folded. */
export async function* consumerMonths(db: Reader, marketplace: string, month: string): AsyncGenerator<ConsumerMonth> {
  for (const consumer of await listConsumers(db, marketplace)) {
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
  for (const { clientId, user, subscription } of await listConsumers(db, marketplace)) {
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
