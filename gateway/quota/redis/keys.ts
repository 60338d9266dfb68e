import type { UsageName } from '../contract.ts';
import { usageId } from '../model/named-rows.ts';
import { calculatorOf } from '../model/usage-names.ts';

/**
 * Names of the keys in Redis. All keys of a client share its hash tag, so they lie on one cluster node and one script
 * may touch them all.
 */

/** Limits, credits and the time of the last recall. */
export function accountKey(client: string): string {
  return `vitalgate:{${client}}:account`;
}

/** The counter of a month with its usage rows. */
export function monthKey(client: string, month: string): string {
  return `vitalgate:{${client}}:month:${month}`;
}

/** The last sequence of a process and its answer. */
export function sequenceKey(client: string, process: string): string {
  return `vitalgate:{${client}}:process:${process}`;
}

/** The client in the name of such a key. */
export function clientOfSequence(key: string): string {
  return key.slice('vitalgate:{'.length, key.lastIndexOf('}:process:'));
}

/** The last command of each process that the counter of a month contains. */
export function commandsKey(client: string, month: string): string {
  return `vitalgate:{${client}}:commands:${month}`;
}

/** The counter of a family of API keys. */
export function familyKey(client: string, family: string): string {
  return `vitalgate:{${client}}:key:${family}`;
}

/** The open leases of a client, by holder. */
export function leasesKey(client: string): string {
  return `vitalgate:{${client}}:leases`;
}

/** The last lease of a process, and what it has reported. */
export function leaseKey(client: string, holder: string): string {
  return `vitalgate:{${client}}:lease:${holder}`;
}

/** The holds of forwarded calls of a client, by name. */
export function holdsKey(client: string): string {
  return `vitalgate:{${client}}:holds`;
}

/** An idempotency key of a client, by its digest. */
export function onceKey(client: string, key: string): string {
  return `vitalgate:{${client}}:once:${key}`;
}

/** How many idempotency keys are new. */
export function keyWindowKey(client: string): string {
  return `vitalgate:{${client}}:once-window`;
}

/** The clients with holds, by when one may be due. It alone has no hash tag. */
export const HOLDS_INDEX = 'vitalgate:holds';

/** The channel on which recalls are published. A message is the name of a client. */
export const RECALLS = 'vitalgate:recalls';

/** The id of the installation whose counters these are. */
export const INSTALLATION = 'vitalgate:installation';

/** The field of a usage row within its month. */
export function usageField({ day, key, calculator, status }: UsageName): string {
  return `${day}\n${usageId(key, calculatorOf(calculator, status), status)}`;
}

/** The field with a day's number of usage rows, within its month; `records.lua` builds the same name. */
export function rowCountField(day: string): string {
  return `${ROW_COUNT}${day}`;
}

/** Prefix of these field names. */
export const ROW_COUNT = 'rows:';
