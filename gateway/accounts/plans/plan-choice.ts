import { AccountError } from '../../records/account-error.ts';
import type { Change, Reader, Records } from '../../records/records.ts';
import type { ClientRow } from '../../records/tables.ts';
import { type Actor, recordAudit } from '../../records/trail.ts';
import { monthEnd, monthOf } from '../../values/calendar.ts';
import { requireClient } from '../find-client.ts';
import { figuresOf, limitOverrides } from './limits.ts';
import { type Plan, putOnPlan, requirePlan } from './plans.ts';

/** A change of plan scheduled for the end of the month. */
export interface PlannedChange {
  readonly plan: string;
  /** Start of a UTC month, in milliseconds since 1970. */
  readonly at: number;
}

/** A client's current plan and its next one, if a change is scheduled. */
export interface ChosenPlan {
  readonly current: Plan;
  readonly next: PlannedChange | null;
}

/** @throws AccountError `unknown-client` */
export async function readChosenPlan(db: Reader, clientId: string): Promise<ChosenPlan> {
  const client = await requireClient(db, clientId);
  return { current: await requirePlan(db, client.plan), next: nextOf(client) };
}

/**
 * Lets a client choose an offered plan. A plan with a larger quota takes effect at once. Any other plan takes effect at
 * the end of the month, so that the client keeps the rest of this month's quota. Limits agreed with the client
 * individually end with its old plan. Choosing the current plan cancels a scheduled change.
 *
 * @throws AccountError `unknown-client`, `unknown-plan`, `plan-not-offered`
 */
export function choosePlan(records: Records, actor: Actor, clientId: string, name: string): Promise<ChosenPlan> {
  return records.write(async (trx) => {
    await applyDue(trx, actor.at, clientId);
    const client = await requireClient(trx, clientId);
    const plan = await requirePlan(trx, name);
    if (plan.name === client.plan) {
      if (client.next_plan !== null) await schedule(trx, actor, client, null);
    } else if (!plan.offered) {
      throw new AccountError('plan-not-offered', `The plan ${name} is not offered: contact the operator`);
    } else if (isGreater(plan.quota, await quotaOf(trx, client))) {
      await putOnPlan(trx, actor, client, name, {});
    } else if (client.next_plan !== name) {
      await schedule(trx, actor, client, { plan: name, at: monthEnd(monthOf(actor.at)) });
    }
    return readChosenPlan(trx, clientId);
  });
}

/** Cancels a scheduled change of plan, if there is one. @throws AccountError `unknown-client` */
export function dropPlannedChange(records: Records, actor: Actor, clientId: string): Promise<ChosenPlan> {
  return records.write(async (trx) => {
    await applyDue(trx, actor.at, clientId);
    const client = await requireClient(trx, clientId);
    if (client.next_plan !== null) await schedule(trx, actor, client, null);
    return readChosenPlan(trx, clientId);
  });
}

/**
 * Clients per transaction: at the turn of a month many changes may be due, and other writers must not wait for all of
 * them.
 */
const CLIENTS_AT_ONCE = 100;

/**
 * Applies every planned change that is due. Several processes may run this at once; each change is applied once.
 *
 * @returns how many clients changed plan
 */
export async function applyPlannedChanges(records: Records, now: number): Promise<number> {
  let applied = 0;
  for (;;) {
    const due = await records.db
      .selectFrom('clients')
      .select('id')
      .where('next_plan_at', '<=', now)
      .limit(1)
      .executeTakeFirst();
    if (due === undefined) return applied;
    applied += await records.write((trx) => applyDue(trx, now));
  }
}

/** Applies the due changes of one client, or of up to `CLIENTS_AT_ONCE` clients. */
async function applyDue(trx: Change, now: number, clientId?: string): Promise<number> {
  const all = trx.selectFrom('clients').selectAll().where('next_plan_at', '<=', now);
  const due = await (clientId === undefined
    ? all.orderBy('id').limit(CLIENTS_AT_ONCE)
    : all.where('id', '=', clientId)
  ).execute();
  const actor = { name: 'schedule', at: now, address: null };
  for (const client of due) await putOnPlan(trx, actor, client, client.next_plan ?? client.plan, {});
  return due.length;
}

async function schedule(trx: Change, actor: Actor, client: ClientRow, next: PlannedChange | null): Promise<void> {
  await trx
    .updateTable('clients')
    .set({ next_plan: next?.plan ?? null, next_plan_at: next?.at ?? null })
    .where('id', '=', client.id)
    .execute();
  await recordAudit(trx, actor, {
    client: client.id,
    action: 'plan.schedule',
    record: { kind: 'client', id: client.id },
    before: { next: nextOf(client) },
    after: { next },
  });
}

function nextOf({ next_plan: plan, next_plan_at: at }: ClientRow): PlannedChange | null {
  return plan === null || at === null ? null : { plan, at };
}

/** The client's current monthly quota, including its overrides. */
async function quotaOf(trx: Change, client: ClientRow): Promise<number | null> {
  const row = await trx.selectFrom('plans').selectAll().where('name', '=', client.plan).executeTakeFirstOrThrow();
  return { ...figuresOf(row), ...limitOverrides.parse(JSON.parse(client.overrides)) }.quota;
}

/** Compares quotas; `null` is unlimited. */
function isGreater(quota: number | null, than: number | null): boolean {
  return than !== null && (quota === null || quota > than);
}
