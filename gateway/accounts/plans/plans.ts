import { AccountError } from '../../records/account-error.ts';
import type { Change, Reader, Records } from '../../records/records.ts';
import type { ClientRow, PlanRow } from '../../records/tables.ts';
import { type Actor, recordAudit } from '../../records/trail.ts';
import { textList } from '../../values/text-list.ts';
import { requireClient } from '../find-client.ts';
import { figuresOf, type LimitOverrides, limitOverrides, limitsChanged, type PlanFigures } from './limits.ts';

/** The price of a credit in the currency's smallest unit: `{ amount: 2, currency: 'EUR' }` is two cents. */
export interface Price {
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
}

export interface Plan extends PlanFigures {
  readonly name: string;
  /** Names of the calculators that the plan includes; `null` includes all. */
  readonly calculators: readonly string[] | null;
  /** `null`: clients on this plan cannot buy credits. */
  readonly price: Price | null;
  /** Whether a client can choose the plan itself. */
  readonly offered: boolean;
  /** Living keys per client; a key and the key it replaces count once. `null` is unlimited. */
  readonly mostKeys: number | null;
  /** Users and applications per client; `null` is unlimited. */
  readonly mostUsers: number | null;
  /** Percent of a month's units that may be answered while Redis is away, 0 to 100. */
  readonly outagePercent: number;
}

/** Lists all plans, sorted by name. */
export async function listPlans(db: Reader): Promise<Plan[]> {
  return (await db.selectFrom('plans').selectAll().orderBy('name').execute()).map(planOf);
}

export function planOf(row: PlanRow): Plan {
  const { price_amount: amount, price_currency: currency } = row;
  return {
    name: row.name,
    ...figuresOf(row),
    calculators: textList(row.calculators),
    price: amount === null || currency === null ? null : { amount, currency },
    offered: row.offered === 1,
    mostKeys: row.most_keys,
    mostUsers: row.most_users,
    outagePercent: row.outage_percent,
  };
}

/** @throws AccountError `unknown-plan` */
export async function requirePlan(db: Reader, name: string): Promise<Plan> {
  const plans = await listPlans(db);
  const plan = plans.find((known) => known.name === name);
  if (plan === undefined) {
    throw new AccountError(
      'unknown-plan',
      `There is no plan "${name}". Plans: ${plans.map((known) => known.name).join(', ')}`,
    );
  }
  return plan;
}

/**
 * Puts a client on a plan. `overrides` replace the client's earlier overrides; limits not named follow the plan.
 * Earlier calls keep their cost. A scheduled change of plan is cancelled.
 *
 * @throws AccountError `unknown-client`, `unknown-plan`, `bad-value`
 */
export async function setPlan(
  records: Records,
  actor: Actor,
  clientId: string,
  plan: string,
  overrides: LimitOverrides,
): Promise<void> {
  const checked = limitOverrides.safeParse(overrides);
  if (!checked.success) {
    throw new AccountError('bad-value', `Invalid limits: ${JSON.stringify(overrides)}`);
  }
  return records.write(async (trx) => {
    await requirePlan(trx, plan);
    await putOnPlan(trx, actor, await requireClient(trx, clientId), plan, checked.data);
  });
}

/** Puts a client on a plan, within a larger change. */
export async function putOnPlan(
  trx: Change,
  actor: Actor,
  client: ClientRow,
  plan: string,
  overrides: LimitOverrides,
): Promise<void> {
  await trx
    .updateTable('clients')
    .set({ plan, overrides: JSON.stringify(overrides), next_plan: null, next_plan_at: null })
    .where('id', '=', client.id)
    .execute();
  await limitsChanged(trx, actor, client.id);
  await recordAudit(trx, actor, {
    client: client.id,
    action: 'plan.set',
    record: { kind: 'client', id: client.id },
    before: { plan: client.plan, overrides: JSON.parse(client.overrides) },
    after: { plan, overrides },
  });
}
