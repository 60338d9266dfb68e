import { z } from 'zod';
import { ADMIN_ONLY, BILLING_ROLES } from '../../../accounts/role-access.ts';
import { listConsumers, statementCsv, usageCsv } from '../../../marketplace/consumer-report.ts';
import { type Registered, registerConsumers } from '../../../marketplace/consumers.ts';
import type { Marketplace } from '../../../marketplace/marketplaces-file.ts';
import { AccountError } from '../../../records/account-error.ts';
import { monthOf } from '../../../values/calendar.ts';
import { LONGEST_TYPED_NAME } from '../../../values/plain-text.ts';
import { month } from '../date-fields.ts';
import { paging, text } from '../fields.ts';
import { PlatformProblem } from '../platform-problem.ts';
import { type AuthenticatedRequest, route } from '../route.ts';

/** The marketplaces whose subscriptions this client manages. Other clients do not see them. */
export const ownMarketplaces = ({ marketplaces, caller }: AuthenticatedRequest): Marketplace[] =>
  marketplaces.filter(({ owner }) => owner === caller.clientId);

/** @throws AccountError `bad-value` */
function requireOwn(visit: AuthenticatedRequest, name: string): Marketplace {
  const found = ownMarketplaces(visit).find((one) => one.name === name);
  if (found === undefined) throw new AccountError('bad-value', `There is no marketplace "${name}"`, 'marketplace');
  return found;
}

/** The list has no pages, because the operator's file bounds the number of marketplaces. */
const list = route({
  name: 'listMarketplaces',
  group: 'keys',
  method: 'GET',
  path: '/platform/v1/marketplaces',
  access: BILLING_ROLES,
  status: 200,
  answer: z.object({
    marketplaces: z.array(
      z.object({
        marketplace: z.string(),
        url: z.string(),
        hosts: z.array(z.string()),
        mode: z.enum(['key', 'proxy']),
      }),
    ),
  }),
  async handle(visit) {
    const own = ownMarketplaces(visit).map(({ name, url, hosts, mode }) => {
      return { marketplace: name, url, hosts: [...hosts], mode };
    });
    return { body: { marketplaces: own } };
  },
});

const consumers = route({
  name: 'listConsumers',
  group: 'keys',
  method: 'GET',
  path: '/platform/v1/marketplaces/{marketplace}/consumers',
  access: BILLING_ROLES,
  params: z.strictObject({ marketplace: text(40) }),
  query: z.strictObject({ ...paging, find: text(LONGEST_TYPED_NAME).exactOptional() }),
  status: 200,
  answer: z.object({
    consumers: z.array(z.object({ user: z.string(), subscription: z.string(), plan: z.string(), keys: z.int() })),
    next: z.string().nullable(),
  }),
  async handle({ params: { marketplace }, query: { limit, cursor = null, ...filter }, ...visit }) {
    if (!ownMarketplaces(visit).some(({ name }) => name === marketplace)) throw new PlatformProblem('not-found');
    const { items, next } = await listConsumers(visit.records.db, { marketplace, ...filter }, { limit, cursor });
    const shown = items.map(({ user, subscription, plan, keys }) => ({ user, subscription, plan, keys }));
    return { body: { consumers: shown, next } };
  },
});

const marketplaceName = text(40);

const registeredAnswer = z.object({ registered: z.int(), unchanged: z.int() });

const registeredBody = (all: readonly Registered[]): z.output<typeof registeredAnswer> => {
  const unchanged = all.filter(({ made }) => made === 'nothing').length;
  return { registered: all.length - unchanged, unchanged };
};

const add = route({
  name: 'addMarketplaceKey',
  group: 'keys',
  method: 'POST',
  path: '/platform/v1/marketplaces/keys',
  access: ADMIN_ONLY,
  sessionOnly: true,
  body: z
    .strictObject({
      marketplace: marketplaceName,
      user: text(LONGEST_TYPED_NAME),
      subscription: text(100),
      key: z.string().min(8).max(512),
    })
    .meta({ example: { marketplace: 'market', user: 'ann', subscription: 'PRO', key: 'the-key-that-ann-sends' } }),
  status: 201,
  answer: registeredAnswer,
  async handle(call) {
    const { marketplace, ...registration } = call.body;
    const own = requireOwn(call, marketplace);
    return { body: registeredBody(await registerConsumers(call.records, call.actor, own, [registration])) };
  },
});

const importKeys = route({
  name: 'importMarketplaceKeys',
  group: 'keys',
  method: 'POST',
  path: '/platform/v1/marketplaces/keys/import',
  access: ADMIN_ONLY,
  sessionOnly: true,
  body: z
    .strictObject({ marketplace: marketplaceName, csv: z.string().min(1).max(16_000) })
    .meta({ example: { marketplace: 'market', csv: 'user,subscription,key\nann,PRO,the-key-that-ann-sends\n' } }),
  status: 201,
  answer: registeredAnswer,
  async handle(call) {
    const own = requireOwn(call, call.body.marketplace);
    // Loaded at the first import, because the CSV parser costs 2 MB and 10 ms.
    const { registrationsOf } = await import('../../../marketplace/registrations-file.ts');
    const registrations = registrationsOf(call.body.csv);
    return { body: registeredBody(await registerConsumers(call.records, call.actor, own, registrations)) };
  },
});

const query = z.strictObject({ month: month.exactOptional() });

const usage = route({
  name: 'exportMarketplaceUsage',
  group: 'billing',
  method: 'GET',
  path: '/platform/v1/marketplaces/usage.csv',
  access: BILLING_ROLES,
  sessionOnly: true,
  query,
  status: 200,
  answer: 'text/csv; charset=utf-8',
  handle: async (call) => ({ file: 'usage.csv', parts: reports(call, call.query.month, usageCsv) }),
});

const statement = route({
  name: 'exportMarketplaceStatement',
  group: 'billing',
  method: 'GET',
  path: '/platform/v1/marketplaces/statement.csv',
  access: BILLING_ROLES,
  sessionOnly: true,
  query,
  status: 200,
  answer: 'text/csv; charset=utf-8',
  handle: async (call) => ({ file: 'statement.csv', parts: reports(call, call.query.month, statementCsv) }),
});

/** The reports of this client's marketplaces, one after the other, each with its own header line. */
async function* reports(
  visit: AuthenticatedRequest,
  asked: string | undefined,
  report: typeof usageCsv,
): AsyncGenerator<string> {
  const asOf = visit.usageAsOf();
  const month = asked ?? monthOf(visit.at);
  for (const { name } of ownMarketplaces(visit)) yield* report(visit.records.db, { marketplace: name, month, asOf });
}

/** The subscriptions of the marketplaces that a client manages. */
export const marketplaceRoutes = [list, consumers, add, importKeys, usage, statement];
