import { TestRunner } from 'vitest';

/** A row of the table that `npm run faults` prints. */
export interface FaultRow {
  /** What goes wrong. Example: `Redis is killed under load`. */
  readonly scenario: string;
  /** What holds nevertheless, with its bound. Example: `every answered call is counted once`. */
  readonly promise: string;
  /** What this run has seen, in figures. */
  readonly observed: string;
}

declare module 'vitest' {
  interface TaskMeta {
    faults?: FaultRow[];
  }
}

/** Adds a row to the table of `npm run faults`, and prints it. A test calls it before its expectations. */
export function observed(row: FaultRow): void {
  const test = TestRunner.getCurrentTest();
  if (test !== undefined) test.meta.faults = [...(test.meta.faults ?? []), row];
  console.info(`${row.scenario}: ${row.observed}`);
}

export interface CallCounts {
  /** Calls whose callers got a complete answer. */
  readonly answered: number;
  /** Units that the counters or the records have in the end. */
  readonly counted: number;
  /** Calls that ended without an answer; they may be counted. Default 0. */
  readonly cutOff?: number;
  /** Calls that the promise allows to be lost. Default 0. */
  readonly mayBeLost?: number;
}

/** The counts as text. Example: `4,210 answered, 4,213 counted (5 cut off): 0 lost, 0 double`. */
export function countsText({ answered, counted, cutOff = 0, mayBeLost = 0 }: CallCounts): string {
  const lost = Math.max(0, answered - counted);
  const double = Math.max(0, counted - answered - cutOff);
  const figure = (of: number) => of.toLocaleString('en');
  return (
    `${figure(answered)} answered, ${figure(counted)} counted${cutOff > 0 ? ` (${figure(cutOff)} cut off)` : ''}: ` +
    `${figure(lost)} lost${mayBeLost > 0 ? ` (at most ${figure(mayBeLost)})` : ''}, ${figure(double)} double`
  );
}
