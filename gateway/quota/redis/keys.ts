import type { UsageName } from '../contract.ts';
import { usageId } from '../model/state.ts';
import { calculatorOf } from '../model/usage-names.ts';

/**
 * Names of the keys in Redis. Those of a client share its hash tag, so that they lie on one node of a cluster and one
 * script may touch them all.
 */

/** Limits, credits and the time of the last token. */
export function accountKey(client: string): string {
  return `vitalgate:{${client}}:account`;
}

/** The counter of a month with its usage rows. */
export function monthKey(client: string, month: string): string {
  return `vitalgate:{${client}}:month:${month}`;
}

/** The last sequence of a process and what it was answered. */
export function sequenceKey(client: string, process: string): string {
  return `vitalgate:{${client}}:process:${process}`;
}

/** What a family of API keys holds. */
export function familyKey(client: string, family: string): string {
  return `vitalgate:{${client}}:key:${family}`;
}

/** The field of a usage row within its month. */
export function usageField({ day, key, calculator, status }: UsageName): string {
  return `${day}\n${usageId(key, calculatorOf(calculator, status), status)}`;
}

/** The field with the number of usage rows of a day, within its month; `records.lua` makes the same. */
export function rowCountField(day: string): string {
  return `${ROW_COUNT}${day}`;
}

/** What the names of these fields start with. */
export const ROW_COUNT = 'rows:';
