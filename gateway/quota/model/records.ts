import type { Limits, UsageRow } from '../contract.ts';
import { type Changes, type ClientState, NO_CHANGES } from './state.ts';
import { UsageRows } from './usage-rows.ts';

/** Returns the last sequence seen of a process (0 if none) and prevents any command up to `sequence` from running. */
export function fence(state: ClientState, process: string, sequence: number): { last: number; changes: Changes } {
  const last = state.sequences.get(process) ?? 0;
  return { last, changes: sequence > last ? { ...NO_CHANGES, process, sequence } : NO_CHANGES };
}

/** The greater version of the limits wins. */
export function writeLimits(state: ClientState, limits: Limits): Changes {
  const holds = state.limits !== null && state.limits.version >= limits.version;
  return holds ? NO_CHANGES : { ...NO_CHANGES, limits };
}

/** Counts refused calls. Usage belongs to the epoch of a month, so without a month nothing is counted. */
export function tally(
  state: ClientState,
  month: string,
  rows: readonly UsageRow[],
): { answer: 'tallied' | 'gone'; changes: Changes } {
  if (!state.months.has(month)) return { answer: 'gone', changes: NO_CHANGES };
  const usage = new UsageRows(state);
  for (const row of rows) usage.count(row.day, row.key, row.calculator, row.status, row.calls, row.units);
  return { answer: 'tallied', changes: { ...NO_CHANGES, month, usage: usage.rows() } };
}
