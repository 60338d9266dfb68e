import type { CreditCounter, FamilyCounter, Limits, MonthCounter, MonthCounters, UsageRow } from '../contract.ts';
import type { Lease } from './leases.ts';

/** The whole state of one client in a store. Only {@link apply} changes it. */
export interface ClientState {
  limits: Limits | null;
  credits: CreditCounter | null;
  readonly months: Map<string, MonthCounter>;
  readonly families: Map<string, FamilyCounter>;
  /** Usage rows by day, then by {@link usageId}. */
  readonly usage: Map<string, Map<string, UsageRow>>;
  /** The last sequence seen of each process. */
  readonly sequences: Map<string, number>;
  /** The last lease of each process. Clients without one share an empty map, which would take 200 bytes of each. */
  leases: ReadonlyMap<string, Lease>;
  /** When the leases were last recalled, by the clock of the store; 0 if never. */
  recalled: number;
}

/** The changes of a command as absolute values: applying them twice has the effect of once. */
export interface Changes {
  readonly limits: Limits | null;
  readonly credits: CreditCounter | null;
  /** The month of `counter` and `clearsUsage`. */
  readonly month: string;
  readonly counter: MonthCounter | null;
  /** True if the month starts a new epoch: the usage rows of the old epoch are removed first. */
  readonly clearsUsage: boolean;
  readonly families: ReadonlyMap<string, FamilyCounter>;
  readonly usage: readonly UsageRow[];
  readonly process: string;
  /** 0 if the command records no sequence. */
  readonly sequence: number;
  readonly leases: ReadonlyMap<string, Lease>;
  /** The time of a recall. */
  readonly recalled: number | null;
}

/** No changes; also the base to spread. */
export const NO_CHANGES: Changes = Object.freeze({
  limits: null,
  credits: null,
  month: '',
  counter: null,
  clearsUsage: false,
  families: new Map<string, FamilyCounter>(),
  usage: [],
  process: '',
  sequence: 0,
  leases: new Map<string, Lease>(),
  recalled: null,
});

export function emptyClient(): ClientState {
  return {
    limits: null,
    credits: null,
    months: new Map(),
    families: new Map(),
    usage: new Map(),
    sequences: new Map(),
    leases: NO_CHANGES.leases,
    recalled: 0,
  };
}

/** An independent copy. Records are immutable and shared. */
export function copyClient(state: ClientState): ClientState {
  return {
    ...state,
    months: new Map(state.months),
    families: new Map(state.families),
    usage: new Map(Array.from(state.usage, ([day, rows]) => [day, new Map(rows)])),
    sequences: new Map(state.sequences),
  };
}

/** Identifies a usage row within a day. No part contains a line feed. */
export function usageId(key: string, calculator: string, status: string): string {
  return `${key}\n${calculator}\n${status}`;
}

/** Applies the changes of a command to the state, in place. The work depends on the changes, not on the state. */
export function apply(state: ClientState, changes: Changes): ClientState {
  if (changes.limits !== null) state.limits = changes.limits;
  if (changes.credits !== null) state.credits = changes.credits;
  if (changes.counter !== null) state.months.set(changes.month, changes.counter);
  if (changes.clearsUsage) {
    for (const day of state.usage.keys()) if (day.startsWith(changes.month)) state.usage.delete(day);
  }
  for (const [family, counter] of changes.families) state.families.set(family, counter);
  for (const row of changes.usage) {
    const rows = state.usage.get(row.day) ?? new Map<string, UsageRow>();
    if (rows.size === 0) state.usage.set(row.day, rows);
    rows.set(usageId(row.key, row.calculator, row.status), row);
  }
  if (changes.leases.size > 0) state.leases = new Map([...state.leases, ...changes.leases]);
  if (changes.recalled !== null) state.recalled = changes.recalled;
  if (changes.sequence > 0) state.sequences.set(changes.process, changes.sequence);
  return state;
}

/** The counters of a month; `null` if there are none. */
export function counters(state: ClientState, client: string, month: string): MonthCounters | null {
  const counter = state.months.get(month);
  if (counter === undefined || state.credits === null) return null;
  return { client, month, counter, credits: state.credits, limits: state.limits };
}

/** All usage rows of a month. */
export function usageOf(state: ClientState, month: string): UsageRow[] {
  const usage: UsageRow[] = [];
  for (const [day, rows] of state.usage) if (day.startsWith(month)) usage.push(...rows.values());
  return usage;
}
