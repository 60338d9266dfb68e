import { call, downloadAddress } from './client.ts';

/** The usage of one day, key or calculator. */
export interface UsageLine {
  readonly name: string;
  readonly calls: number;
  readonly units: number;
  readonly client_errors: number;
  readonly server_errors: number;
  readonly refused: number;
}

export interface Usage {
  /** UTC month, such as 2026-11. */
  readonly month: string;
  readonly units: number;
  readonly days: readonly UsageLine[];
  readonly keys: readonly UsageLine[];
  readonly calculators: readonly UsageLine[];
  /** The figures contain every call that was counted before. ISO 8601. */
  readonly as_of: string;
}

/** The usage of a month, by default the current one. Developers get the usage of their own keys. */
export function readUsage(month?: string): Promise<Usage> {
  return call('GET', 'usage', { query: { month } });
}

/** The groupings of usage. */
export const USAGE_GROUPS = ['day', 'key', 'user', 'calculator', 'status'] as const;
export type UsageGroup = (typeof USAGE_GROUPS)[number];

/** Calls of one group. `calls` and `units` were charged, the others were not. */
export interface UsageGroupLine extends Omit<UsageLine, 'name'> {
  /** The values of the requested groups: a UTC day, an id, a name; empty if a call was refused before it had one. */
  readonly group: Readonly<Partial<Record<UsageGroup, string>>>;
}

/** A usage report, with the parameters of its request. */
export interface UsageHistory {
  readonly since: string;
  readonly until: string;
  readonly by: readonly UsageGroup[];
  readonly lines: readonly UsageGroupLine[];
  /** Whether these are all lines; the CSV always has all. */
  readonly complete: boolean;
  /** Names for the ids in the lines. */
  readonly keys: readonly { readonly id: string; readonly name: string; readonly hint: string }[];
  /** The name of a user who was removed is empty. */
  readonly users: readonly { readonly id: string; readonly name: string }[];
  /** The figures contain every call that was counted before. ISO 8601. */
  readonly as_of: string;
}

export interface UsageQuestion {
  /** UTC days, such as 2026-11-01, both included. */
  readonly since: string;
  readonly until: string;
  /** Groups, separated by commas. */
  readonly by: string;
  /** Keeps this many values of the last group, those with the most calls, and sums the others as `OTHERS`. */
  readonly top?: number;
}

/** The value of a group that stands for all others: too many in a day, or not among the `top`. */
export const OTHERS = '*';

/** The usage of a range of days, in the order of its groups. Developers get the usage of their own keys. */
export function readUsageHistory({ since, until, by, top }: UsageQuestion): Promise<UsageHistory> {
  return call('GET', 'usage/history', { query: { since, until, by, top } });
}

/** The address of the CSV version. */
export function usageFile({ since, until, by }: UsageQuestion): string {
  return downloadAddress('usage.csv', { since, until, by });
}

/** The usage of one key in the current month. */
export interface KeyUsage {
  /** UTC month, such as 2026-11. */
  readonly month: string;
  readonly units: number;
  /** Units of the key, its predecessors and its successors together: the cap bounds these. */
  readonly family_units: number;
  readonly cap: number | null;
  readonly days: readonly UsageLine[];
  readonly as_of: string;
}

export function readKeyUsage(id: string): Promise<KeyUsage> {
  return call('GET', `keys/${encodeURIComponent(id)}/usage`);
}
