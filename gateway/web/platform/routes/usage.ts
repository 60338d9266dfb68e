import { z } from 'zod';
import { readClientSettings } from '../../../accounts/clients/client-settings.ts';
import { familyOf } from '../../../accounts/keys/key-family.ts';
import { requireKey } from '../../../accounts/keys/keys.ts';
import { type Access, ALL_OR_OWN } from '../../../accounts/role-access.ts';
import { keptSince } from '../../../records/retention.ts';
import {
  USAGE_GROUPS,
  type UsageGroup,
  type UsageGroupLine,
  type UsageQuery,
  usageHistory,
} from '../../../usage/history.ts';
import { namesIn } from '../../../usage/names.ts';
import { type UsageLine, usageBy } from '../../../usage/report.ts';
import { dayOf, monthOf } from '../../../values/calendar.ts';
import { isoTime } from '../../../values/instant.ts';
import { day, daysInOrder, month } from '../date-fields.ts';
import { id, wholeNumber } from '../fields.ts';
import { readLong } from '../long-reads/long-reads.ts';
import { PlatformProblem } from '../platform-problem.ts';
import { type AuthenticatedRequest, route } from '../route.ts';

/** Developers see the usage of their own keys, if the client allows it. */
const OWN_FOR_DEVELOPERS: Access = { admin: 'all', developer: 'own', finance: 'all' };

const lineAnswer = z.object({
  name: z.string(),
  calls: z.int(),
  units: z.int(),
  client_errors: z.int(),
  server_errors: z.int(),
  refused: z.int(),
});

/** @throws PlatformProblem for a developer if the client does not show usage to developers */
async function requireShown({ records, caller, scope }: AuthenticatedRequest): Promise<void> {
  const { developerUsage } = await readClientSettings(records.db, caller.clientId);
  if (scope.userId !== undefined && developerUsage === 'none') {
    throw new PlatformProblem('role-not-allowed', { detail: 'detail_usage' });
  }
}

const usage = route({
  name: 'readUsage',
  group: 'billing',
  method: 'GET',
  path: '/platform/v1/usage',
  access: OWN_FOR_DEVELOPERS,
  query: z.strictObject({ month: month.exactOptional() }),
  status: 200,
  answer: z.object({
    month: z.string(),
    units: z.int(),
    days: z.array(lineAnswer),
    keys: z.array(lineAnswer),
    calculators: z.array(lineAnswer),
    /** Units of the account that processes hold and that are not in `units` yet; `null` if unknown. */
    held: z.int().nullable(),
    /** Every call that was counted before this instant is included. */
    as_of: z.iso.datetime(),
  }),
  async handle(call) {
    await requireShown(call);
    const asOf = call.usageAsOf();
    const {
      records: { db },
      caller,
      scope,
      at,
      query,
    } = call;
    const asked = query.month ?? monthOf(at);
    const lines = async (dimension: 'day' | 'key' | 'calculator') =>
      (await usageBy(db, caller.clientId, asked, dimension, { userId: scope.userId })).map(lineBody);
    const days = await lines('day');
    return {
      body: {
        month: asked,
        units: days.reduce((sum, { units }) => sum + units, 0),
        days,
        keys: await lines('key'),
        calculators: await lines('calculator'),
        held: await call.unitsHeld(caller.clientId, asked),
        as_of: isoTime(asOf),
      },
    };
  },
});

const usageOfKey = route({
  name: 'readKeyUsage',
  group: 'keys',
  method: 'GET',
  path: '/platform/v1/keys/{key}/usage',
  access: ALL_OR_OWN,
  params: z.strictObject({ key: id('key') }),
  query: z.strictObject({ month: month.exactOptional() }),
  status: 200,
  answer: z.object({
    month: z.string(),
    units: z.int(),
    /** Units of the key's family, which the cap bounds. */
    family_units: z.int(),
    cap: z.int().nullable(),
    days: z.array(lineAnswer),
    as_of: z.iso.datetime(),
  }),
  async handle(call) {
    await requireShown(call);
    const asOf = isoTime(call.usageAsOf());
    const { records, caller, scope, at, params, query } = call;
    const key = await requireKey(records.db, params.key, scope);
    const asked = query.month ?? monthOf(at);
    const days = await usageBy(records.db, caller.clientId, asked, 'day', { key: key.id });
    const family = await usageBy(records.db, caller.clientId, asked, 'day', { family: familyOf(key) });
    const units = (lines: readonly UsageLine[]) => lines.reduce((sum, line) => sum + line.units, 0);
    const sums = { units: units(days), family_units: units(family), cap: key.cap };
    const body = { month: asked, ...sums, days: days.map(lineBody) };
    return { body: { ...body, as_of: asOf } };
  },
});

function lineBody({ clientErrors, serverErrors, ...line }: UsageLine): z.output<typeof lineAnswer> {
  return { ...line, client_errors: clientErrors, server_errors: serverErrors };
}

/** Most values of a group that `top` can keep apart. */
const MOST_TOP = 50;

const historyQuery = z
  .strictObject({
    since: day.exactOptional(),
    until: day.exactOptional(),
    by: z
      .string()
      .max(64)
      .refine((text) => groupsOf(text) !== null, { error: 'usage_groups' })
      .exactOptional(),
    top: wholeNumber(1, MOST_TOP).exactOptional(),
  })
  .refine(daysInOrder, { path: ['until'], error: 'days_in_order' });

function groupsOf(text: string): UsageGroup[] | null {
  const names = text.split(',');
  const groups = USAGE_GROUPS.filter((group) => names.includes(group));
  return groups.length === names.length ? names.flatMap((name) => groups.filter((group) => group === name)) : null;
}

/** The days of a query, by default those of this month up to today. Days that are no longer kept are left out. */
function rangeOf(
  { caller, scope, at, retention }: AuthenticatedRequest,
  query: z.output<typeof historyQuery>,
): UsageQuery {
  const { since = `${monthOf(at)}-01`, until = dayOf(at), by = 'day', ...top } = query;
  const first = dayOf(keptSince(at, retention.usageMonths));
  const mine = scope.userId === undefined ? {} : { userId: scope.userId };
  return {
    clientId: caller.clientId,
    since: since < first ? first : since,
    until,
    by: groupsOf(by) ?? [],
    ...top,
    ...mine,
  };
}

/** Maximum number of lines in an answer, more than a page shows. The CSV has all lines. */
const MOST_LINES = 5_000;

const history = route({
  name: 'readUsageHistory',
  group: 'billing',
  method: 'GET',
  path: '/platform/v1/usage/history',
  access: OWN_FOR_DEVELOPERS,
  query: historyQuery,
  status: 200,
  answer: z.object({
    since: z.string(),
    until: z.string(),
    by: z.array(z.enum(USAGE_GROUPS)),
    lines: z.array(lineAnswer.omit({ name: true }).extend({ group: z.record(z.string(), z.string()) })),
    complete: z.boolean(),
    /** Names for the ids in the lines. */
    keys: z.array(z.object({ id: z.string(), name: z.string(), hint: z.string() })),
    users: z.array(z.object({ id: z.string(), name: z.string() })),
    as_of: z.iso.datetime(),
  }),
  async handle(call) {
    await requireShown(call);
    const asOf = isoTime(call.usageAsOf());
    const range = rangeOf(call, call.query);
    const lines = await usageHistory(call.records.db, range, MOST_LINES + 1);
    const { since, until, by } = range;
    const complete = lines.length <= MOST_LINES;
    const shown = lines.slice(0, MOST_LINES);
    const names = await namesIn(call.records.db, range.clientId, shown);
    return { body: { since, until, by: [...by], lines: shown.map(groupBody), complete, ...names, as_of: asOf } };
  },
});

function groupBody({ clientErrors, serverErrors, group, ...line }: UsageGroupLine) {
  return { ...line, group: { ...group }, client_errors: clientErrors, server_errors: serverErrors };
}

const exportCsv = route({
  name: 'exportUsage',
  group: 'billing',
  method: 'GET',
  path: '/platform/v1/usage.csv',
  access: OWN_FOR_DEVELOPERS,
  query: historyQuery,
  status: 200,
  answer: 'text/csv; charset=utf-8',
  problems: ['too-many-exports'],
  async handle(call) {
    await requireShown(call);
    const asked = rangeOf(call, call.query);
    const parts = await call.exports.open(asked.clientId, () => readLong(call.records, { read: 'usage', asked }));
    return { file: 'usage.csv', parts };
  },
});

/** Usage, as checkpointed; `as_of` says how old it is. */
export const usageRoutes = [usage, usageOfKey, history, exportCsv];
