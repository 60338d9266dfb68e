import { AccountError } from '../../records/account-error.ts';
import type { Change, Reader, Records } from '../../records/records.ts';
import type { ClientRow } from '../../records/tables.ts';
import { type Actor, recordAudit } from '../../records/trail.ts';
import { monthEnd, monthOf } from '../../values/calendar.ts';
import { requireClient } from '../find-client.ts';
import { figuresOf, limitOverrides } from './limits.ts';
import { type Plan, putOnPlan, requirePlan } from './plans.ts';

/** A change of plan that waits for the end of the month. */
export interface PlannedChange {
  readonly plan: string;
  /** The beginning of a UTC month, in milliseconds since 1970. */
  readonly at: number;
}

/** The plan a client is on, and the one that it will be on. */
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
 * A client chooses a plan that is offered. One with a greater quota takes effect at once, every other at the end of the
 * month, so that nobody loses what the month still holds; limits that were agreed with the client alone end with the
 * plan. To choose the plan that the client is on drops a change that waits.
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
      throw new AccountError('plan-not-offered', `The plan ${name} is not offered: ask whoever runs this service`);
    } else if (isGreater(plan.quota, await quotaOf(trx, client))) {
      await putOnPlan(trx, actor, client, name, {});
    } else if (client.next_plan !== name) {
      await schedule(trx, actor, client, { plan: name, at: monthEnd(monthOf(actor.at)) });
    }
    return readChosenPlan(trx, clientId);
  });
}

/** Drops a change that waits for the end of the month. Without one nothing is changed. @throws AccountError `unknown-client` */
export function dropPlannedChange(records: Records, actor: Actor, clientId: string): Promise<ChosenPlan> {
  return records.write(async (trx) => {
    await applyDue(trx, actor.at, clientId);
    const client = await requireClient(trx, clientId);
    if (client.next_plan !== null) await schedule(trx, actor, client, null);
    return readChosenPlan(trx, clientId);
  });
}

/** Clients in one transaction: at the turn of a month there may be many, and other changes must not wait for all. */
const CLIENTS_AT_ONCE = 100;

/**
 * Puts the clients on their new plan whose change is due, each once however many processes try.
 *
 * @returns how many clients are on another plan now
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

/** Of one client, or of as many as one transaction should take. */
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

/** The month's quota that the client has now, with what was agreed with it alone. */
async function quotaOf(trx: Change, client: ClientRow): Promise<number | null> {
  const row = await trx.selectFrom('plans').selectAll().where('name', '=', client.plan).executeTakeFirstOrThrow();
  return { ...figuresOf(row), ...limitOverrides.parse(JSON.parse(client.overrides)) }.quota;
}

/** `null` is unlimited. */
function isGreater(quota: number | null, than: number | null): boolean {
  return than !== null && (quota === null || quota > than);
}
