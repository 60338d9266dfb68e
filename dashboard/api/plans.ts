import { call } from './client.ts';
import type { Money } from './money.ts';

/** `q` calls, spread evenly over `w` seconds, for each key. */
export interface Burst {
  readonly calls: number;
  readonly seconds: number;
}

/** The rule for units beyond the quota: refuse, take a credit for each, or count. */
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

/** The plan of the account, and its choice for the next month. */
export interface ChosenPlan {
  readonly current: Plan;
  readonly next: { readonly plan: string; readonly at: string } | null;
}

/** The plans on offer. */
export async function readPlans(): Promise<readonly Plan[]> {
  const { plans } = await call<{ readonly plans: readonly Plan[] }>('GET', 'plans');
  return plans;
}

export function readPlan(): Promise<ChosenPlan> {
  return call('GET', 'plan');
}

/** A plan with a greater quota takes effect at once, every other plan at the end of the month. */
export function choosePlan(plan: string): Promise<ChosenPlan> {
  return call('PUT', 'plan', { body: { plan } });
}

/** Cancels the change that waits for the end of the month. */
export function keepPlan(): Promise<ChosenPlan> {
  return call('DELETE', 'plan/next');
}
