import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { OUTAGE_PERCENT } from '../../quota/contract.ts';
import type { Change, Records } from '../../records/records.ts';
import { type Actor, recordAudit, recordChange } from '../../records/trail.ts';
import { PLAIN_TEXT } from '../../values/plain-text.ts';
import { planFigures } from './limits.ts';
import { type Plan, planOf } from './plans.ts';

const planName = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/);

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));
const price = z.strictObject({
  amount: z.int().min(0),
  currency: z.string().refine((code) => CURRENCIES.has(code), 'not a currency code such as EUR (ISO 4217)'),
});

const most = z.int().min(1).nullable().default(100);

/** `{ "starter": { "quota": 25000, "burst": { "q": 100, "w": 10 }, "mode": "credits", "ceiling": null } }` */
const plansFile = z.record(
  planName,
  planFigures.extend({
    ceiling: planFigures.shape.ceiling.default(null),
    calculators: z
      .array(z.string().max(200).regex(PLAIN_TEXT, 'has control characters'))
      .nonempty()
      .nullable()
      .default(null),
    price: price.nullable().default(null),
    offered: z.boolean().default(false),
    most_keys: most,
    most_users: most,
    outage_percent: z.int().min(0).max(100).default(OUTAGE_PERCENT),
  }),
);

/** The plans file is unusable. The message names the file and every mistake in it. */
export class PlansFileUnusable extends Error {
  override readonly name = 'PlansFileUnusable';
}

/**
 * Reads the operator's plans: a JSON object of plans by name. `null` means unlimited. `ceiling`, `calculators`,
 * `price`, `offered`, `most_keys`, `most_users` and `outage_percent` are optional.
 *
 * @throws PlansFileUnusable
 */
export async function readPlansFile(path: string): Promise<Plan[]> {
  return plansOf(path, await readText(path));
}

/** Reads the text of a plans file. @throws PlansFileUnusable */
export async function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: unknown) => refuse(path, error));
}

/** Parses the text of a plans file. @throws PlansFileUnusable */
export function plansOf(path: string, text: string): Plan[] {
  try {
    return Object.entries(plansFile.parse(JSON.parse(text))).map(
      ([name, { most_keys: mostKeys, most_users: mostUsers, outage_percent: outagePercent, ...plan }]) => {
        return { name, ...plan, mostKeys, mostUsers, outagePercent };
      },
    );
  } catch (error) {
    return refuse(path, error);
  }
}

function refuse(path: string, error: unknown): never {
  const reason =
    error instanceof z.ZodError ? z.prettifyError(error) : error instanceof Error ? error.message : String(error);
  throw new PlansFileUnusable(`${path} is not a valid plans file: ${reason}`, { cause: error });
}

/**
 * Updates the stored plans to match `plans`; other plans stay as they are. A changed plan gives its new limits to all
 * of its clients at once.
 *
 * @returns the names of the changed plans; empty if the file matches the records
 */
export async function syncPlans(records: Records, actor: Actor, plans: readonly Plan[]): Promise<string[]> {
  return records.write(async (trx) => {
    const known = new Map((await trx.selectFrom('plans').selectAll().execute()).map((row) => [row.name, planOf(row)]));
    const changed = plans.filter((plan) => written(known.get(plan.name)) !== written(plan));
    for (const plan of changed) {
      await savePlan(trx, actor, plan, known.get(plan.name));
    }
    return changed.map((plan) => plan.name);
  });
}

async function savePlan(trx: Change, actor: Actor, plan: Plan, before: Plan | undefined): Promise<void> {
  const row = {
    quota: plan.quota,
    burst_q: plan.burst?.q ?? null,
    burst_w: plan.burst?.w ?? null,
    mode: plan.mode,
    ceiling: plan.ceiling,
    calculators: plan.calculators === null ? null : JSON.stringify(plan.calculators),
    price_amount: plan.price?.amount ?? null,
    price_currency: plan.price?.currency ?? null,
    offered: plan.offered ? 1 : 0,
    most_keys: plan.mostKeys,
    most_users: plan.mostUsers,
    outage_percent: plan.outagePercent,
  };
  await trx
    .insertInto('plans')
    .values({ name: plan.name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
  await trx
    .updateTable('clients')
    .set((eb) => ({ limits_version: eb('limits_version', '+', 1) }))
    .where('plan', '=', plan.name)
    .execute();
  await recordChange(trx, actor, 'plan', plan.name);
  await recordAudit(trx, actor, {
    client: null,
    action: before === undefined ? 'plan.create' : 'plan.change',
    record: { kind: 'plan', id: plan.name },
    ...(before === undefined ? {} : { before }),
    after: plan,
  });
}

/** The same text for equal plans, whatever the order of their members. */
function written(plan: Plan | undefined): string | undefined {
  if (plan === undefined) return undefined;
  const { quota, burst, mode, ceiling, calculators, price, offered, mostKeys, mostUsers, outagePercent } = plan;
  const { amount, currency } = price ?? {};
  return JSON.stringify([
    ...[quota, burst?.q, burst?.w, mode, ceiling, calculators],
    ...[amount, currency, offered, mostKeys, mostUsers, outagePercent],
  ]);
}
