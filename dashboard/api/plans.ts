import { call } from './client.ts';
import type { Money } from './money.ts';

/** So many calls evenly over so many seconds, for each key. */
export interface Burst {
  readonly calls: number;
  readonly seconds: number;
}

/** What happens to units beyond the quota: refused, a credit for each, or counted. */
export type Mode = 'block' | 'credits' | 'soft';

export interface Plan {
  readonly name: string;
  /** Units a month; `null` is unlimited. */
  readonly quota: number | null;
  readonly burst: Burst | null;
  readonly mode: Mode;
  readonly ceiling: number | null;
  /** `null`: all. */
  readonly calculators: readonly string[] | null;
  readonly price_per_credit: Money | null;
}

/** The plan of the account, and the one that it has chosen for the next month. */
export interface ChosenPlan {
  readonly current: Plan;
  readonly next: { readonly plan: string; readonly at: string } | null;
}

/** The plans that can be chosen. */
export async function readPlans(): Promise<readonly Plan[]> {
  const { plans } = await call<{ readonly plans: readonly Plan[] }>('GET', 'plans');
  return plans;
}

export function readPlan(): Promise<ChosenPlan> {
  return call('GET', 'plan');
}

/** One with a greater quota takes effect at once, every other at the end of the month. */
export function choosePlan(plan: string): Promise<ChosenPlan> {
  return call('PUT', 'plan', { body: { plan } });
}

/** Drops the change that waits for the end of the month. */
export function keepPlan(): Promise<ChosenPlan> {
  return call('DELETE', 'plan/next');
}
