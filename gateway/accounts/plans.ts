import type { Reader, Records } from '../records/records.ts';
import type { PlanRow } from '../records/tables.ts';
import { type Actor, recordAudit } from '../records/trail.ts';
import { AccountError } from './account-error.ts';
import { requireClient } from './find-client.ts';
import { figuresOf, type LimitOverrides, limitOverrides, limitsChanged, type PlanFigures } from './limits.ts';
import { textList } from './text-list.ts';

export interface Plan extends PlanFigures {
  readonly name: string;
  /** Names of the calculators the plan opens; `null` opens all. */
  readonly calculators: readonly string[] | null;
}

/** All plans by name. */
export async function listPlans(db: Reader): Promise<Plan[]> {
  return (await db.selectFrom('plans').selectAll().orderBy('name').execute()).map(planOf);
}

export function planOf(row: PlanRow): Plan {
  return { name: row.name, ...figuresOf(row), calculators: textList(row.calculators) };
}

/** @throws AccountError `unknown-plan` */
export async function requirePlan(db: Reader, name: string): Promise<void> {
  const plans = await db.selectFrom('plans').select('name').orderBy('name').execute();
  if (!plans.some((plan) => plan.name === name)) {
    throw new AccountError('unknown-plan', `There is no plan "${name}": ${plans.map((plan) => plan.name).join(', ')}`);
  }
}

/**
 * Puts a client on a plan. `overrides` replace those the client had: what is not named is as planned from now on.
 * Calls already made keep their price.
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
    throw new AccountError('bad-value', `Not the limits of a client: ${JSON.stringify(overrides)}`);
  }
  return records.write(async (trx) => {
    await requirePlan(trx, plan);
    const before = await requireClient(trx, clientId);
    await trx
      .updateTable('clients')
      .set({ plan, overrides: JSON.stringify(checked.data) })
      .where('id', '=', clientId)
      .execute();
    await limitsChanged(trx, actor, clientId);
    await recordAudit(trx, actor, {
      client: clientId,
      action: 'plan.set',
      record: { kind: 'client', id: clientId },
      before: { plan: before.plan, overrides: JSON.parse(before.overrides) },
      after: { plan, overrides: checked.data },
    });
  });
}
