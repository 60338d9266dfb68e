import { z } from 'zod';
import { requireClient } from '../../../accounts/find-client.ts';
import { readLimits } from '../../../accounts/plans/limits.ts';
import { BILLING_ROLES } from '../../../accounts/role-access.ts';
import { readHardStop, setHardStop } from '../../../billing/hard-stop.ts';
import { balanceOf } from '../../../billing/ledger.ts';
import { readStatement, type Statement, statementCsv } from '../../../billing/statement.ts';
import { forecast } from '../../../usage/forecast.ts';
import { creditsTaken, monthUsage } from '../../../usage/report.ts';
import { monthOf } from '../../../values/calendar.ts';
import { isoTime } from '../../../values/instant.ts';
import { month } from '../date-fields.ts';
import { paging } from '../fields.ts';
import { PlatformProblem } from '../platform-problem.ts';
import { type PlatformRoute, route } from '../route.ts';
import { burstAnswer, burstBody, modeAnswer } from './answers.ts';

const money = z.object({ amount: z.int(), currency: z.string() });

const readBilling = route({
  name: 'readBilling',
  group: 'billing',
  method: 'GET',
  path: '/platform/v1/billing',
  access: BILLING_ROLES,
  status: 200,
  answer: z.strictObject({
    plan: z.string(),
    month: z.string(),
    /** The limits in force: those of the plan, or those agreed with this client. */
    quota: z.int().nullable(),
    burst: burstAnswer.nullable(),
    mode: modeAnswer,
    ceiling: z.int().nullable(),
    used: z.int(),
    included: z.int(),
    overage: z.int(),
    remaining: z.int().nullable(),
    forecast: z.int().nullable(),
    balance: z.int(),
    spendable: z.int(),
    /** Units that processes hold and that are not in `used` yet; `null` while the counters do not answer. */
    held: z.int().nullable(),
    /** Every call that was counted before this instant is included. */
    as_of: z.iso.datetime(),
  }),
  async handle({ records: { db }, caller: { clientId }, at, usageAsOf, unitsHeld }) {
    const month = monthOf(at);
    const asOf = usageAsOf();
    const limits = await readLimits(db, clientId);
    if (limits === null) throw new PlatformProblem('not-found');
    const { plan, created_at } = await requireClient(db, clientId);
    const { used, included, overage } = await monthUsage(db, clientId, month);
    const { quota, burst, mode, ceiling, granted } = limits;
    return {
      body: {
        ...{ plan, month, quota, mode, ceiling, used, included, overage },
        burst: burstBody(burst),
        remaining: quota === null ? null : Math.max(0, quota - included),
        forecast: forecast(used, created_at, at),
        balance: await balanceOf(db, clientId),
        spendable: granted - (await creditsTaken(db, clientId)),
        held: await unitsHeld(clientId, month),
        as_of: isoTime(asOf),
      },
    };
  },
});

const units = { included: z.int(), overage: z.int(), credits: z.int() };

const statement = route({
  name: 'readStatement',
  group: 'billing',
  method: 'GET',
  path: '/platform/v1/statements/{month}',
  access: BILLING_ROLES,
  params: z.strictObject({ month }),
  query: z.strictObject(paging),
  status: 200,
  answer: z.object({
    month: z.string(),
    closed: z.boolean(),
    opening_balance: z.int(),
    entries: z.array(
      z.object({
        at: z.iso.datetime(),
        kind: z.enum(['top_up', 'settlement', 'adjustment']),
        credits: z.int(),
        source: z.string(),
        note: z.string().nullable(),
        paid: money.nullable(),
      }),
    ),
    /** Cursor of the next page of entries. The other members cover the whole month on every page. */
    next: z.string().nullable(),
    closing_balance: z.int(),
    usage: z.object(units),
    adjustments: z.array(z.object({ month: z.string(), ...units })).readonly(),
    /** `null` once the month is closed: the statement is final. */
    as_of: z.iso.datetime().nullable(),
  }),
  async handle({ records, caller, params, query: { limit, cursor = null }, usageAsOf }) {
    const page = { limit, cursor };
    const asOf = usageAsOf();
    const statement = await readStatement(records.db, caller.clientId, params.month, page);
    return { body: { ...statementBody(statement), as_of: statement.closed ? null : isoTime(asOf) } };
  },
});

function statementBody({ opening, closing, entries, ...rest }: Statement) {
  return {
    ...rest,
    opening_balance: opening,
    entries: entries.items.map(({ at, ...entry }) => ({ at: isoTime(at), ...entry })),
    next: entries.next,
    closing_balance: closing,
  };
}

const statementFile = route({
  name: 'exportStatement',
  group: 'billing',
  method: 'GET',
  path: '/platform/v1/statements/{month}/csv',
  access: BILLING_ROLES,
  params: z.strictObject({ month }),
  status: 200,
  answer: 'text/csv; charset=utf-8',
  async handle({ records, caller, params }) {
    const { month } = params;
    return { file: `statement-${month}.csv`, parts: statementCsv(records.db, caller.clientId, month) };
  },
});

const hardStopAnswer = z.object({ own: z.int().nullable(), ceiling: z.int().nullable() });

const hardStop = route({
  name: 'readHardStop',
  group: 'billing',
  method: 'GET',
  path: '/platform/v1/hard-stop',
  access: BILLING_ROLES,
  status: 200,
  answer: hardStopAnswer,
  async handle({ records, caller }) {
    return { body: await readHardStop(records.db, caller.clientId) };
  },
});

const changeHardStop = route({
  name: 'changeHardStop',
  group: 'billing',
  method: 'PUT',
  path: '/platform/v1/hard-stop',
  access: BILLING_ROLES,
  body: z
    .strictObject({ ceiling: z.int().min(0).max(1_000_000_000_000).nullable() })
    .meta({ example: { ceiling: 50_000 } }),
  status: 200,
  answer: hardStopAnswer,
  async handle({ records, actor, caller, body }) {
    return { body: await setHardStop(records, actor, caller.clientId, body.ceiling) };
  },
});

/** Quota, credits, statements and the hard stop of spending. */
export const billingRoutes: readonly PlatformRoute[] = [
  readBilling,
  statement,
  statementFile,
  hardStop,
  changeHardStop,
];
