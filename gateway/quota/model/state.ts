import type {
  ContainedCommands,
  CreditCounter,
  FamilyCounter,
  Limits,
  MonthCounter,
  MonthCounters,
  UnitBreakdown,
  UsageRow,
} from '../contract.ts';
import { PassingMap } from '../passing-map.ts';
import type { Hold, KeyRecord, KeyWindow } from './holds.ts';
import type { Lease } from './leases.ts';
import { NamedRows } from './named-rows.ts';
import { type ByName, SmallMap } from './small-map.ts';

/** The whole state of one client in a store. Only {@link apply} changes it. */
export interface ClientState {
  limits: Limits | null;
  credits: CreditCounter | null;
  readonly months: SmallMap<MonthCounter>;
  readonly families: SmallMap<FamilyCounter>;
  /** Usage rows by day. */
  readonly usage: SmallMap<NamedRows<UsageRow>>;
  /** The last sequence seen of each process. */
  readonly sequences: SmallMap<number>;
  /** The commands that the counters of each month contain; `null` for a store of one process, which has no doubts. */
  readonly commands: Map<string, Map<string, number>> | null;
  /** The last lease of each process. Clients without one share an empty map, which would take 200 bytes of each. */
  leases: ReadonlyMap<string, Lease>;
  /** When the leases were last recalled, by the clock of the store; 0 if never. */
  recalled: number;
  /** Units of forwarded calls, by the name of the hold. Clients without any share an empty map, as for `keys`. */
  holds: PassingMap<string, Hold>;
  /** Idempotency keys by their digest. */
  keys: PassingMap<string, KeyRecord>;
  keyWindow: KeyWindow;
}

/** The changes of a command as absolute values: applying them twice has the effect of once. */
export interface Changes {
  readonly limits: Limits | null;
  readonly credits: CreditCounter | null;
  /** The month of `counter`, `clearsUsage` and `commands`. */
  readonly month: string;
  readonly counter: MonthCounter | null;
  /** True if the month starts a new epoch: the usage rows and commands of the old epoch are removed first. */
  readonly clearsUsage: boolean;
  readonly families: ByName<FamilyCounter>;
  readonly usage: readonly UsageRow[];
  /** Whether the counters contain the command from now on: it counted something. */
  readonly contained: boolean;
  /** Commands that a loaded checkpoint contains. */
  readonly commands: ContainedCommands | null;
  readonly process: string;
  /** 0 if the command records no sequence. */
  readonly sequence: number;
  readonly leases: ReadonlyMap<string, Lease>;
  /** The time of a recall. */
  readonly recalled: number | null;
  /** `null` removes the hold. */
  readonly holds: ReadonlyMap<string, Hold | null>;
  /** `null` removes the key. */
  readonly keys: ReadonlyMap<string, KeyRecord | null>;
  readonly keyWindow: KeyWindow | null;
}

export const NO_COMMANDS: ContainedCommands = new Map();

/** No changes; also the base to spread. */
export const NO_CHANGES: Changes = Object.freeze({
  limits: null,
  credits: null,
  month: '',
  counter: null,
  clearsUsage: false,
  families: new Map<string, FamilyCounter>(),
  usage: [],
  contained: false,
  commands: null,
  process: '',
  sequence: 0,
  leases: new Map<string, Lease>(),
  recalled: null,
  holds: new Map<string, Hold | null>(),
  keys: new Map<string, KeyRecord | null>(),
  keyWindow: null,
});

/** Shared by clients: `apply` never writes them. */
const NO_HOLDS = new PassingMap<string, Hold>();
const NO_KEYS = new PassingMap<string, KeyRecord>();
const NO_NEW_KEYS: KeyWindow = Object.freeze({ since: 0, count: 0 });

export function emptyClient(): ClientState {
  return {
    limits: null,
    credits: null,
    months: new SmallMap(),
    families: new SmallMap(),
    usage: new SmallMap(),
    sequences: new SmallMap(),
    commands: new Map(),
    leases: NO_CHANGES.leases,
    recalled: 0,
    holds: NO_HOLDS,
    keys: NO_KEYS,
    keyWindow: NO_NEW_KEYS,
  };
}

/** An independent copy. */
export function copyClient(state: ClientState): ClientState {
  return {
    ...state,
    months: copied(state.months, copyMonth),
    families: copied(state.families, copyOf),
    usage: copied(state.usage, (rows) => new NamedRows(rows.list().map(copyOf))),
    sequences: new SmallMap(state.sequences),
    holds: new PassingMap(state.holds),
    keys: new PassingMap(state.keys),
    commands: state.commands && new Map(Array.from(state.commands, ([month, last]) => [month, new Map(last)])),
  };
}

function copied<V>(map: SmallMap<V>, copy: (value: V) => V): SmallMap<V> {
  return new SmallMap(Array.from(map, ([name, value]) => [name, copy(value)]));
}

function copyOf<V extends object>(value: V): V {
  return { ...value };
}

type Writable<T> = { -readonly [Member in keyof T]: T[Member] };

// The counters of a client in memory are written in place. A new object at every call would live for thousands of calls
// of other clients, so the collector would move each of them to the old generation.

/** Shared by the counters that are zero, and never written: overage and credits are rare, and so are returned units. */
const NO_UNITS: UnitBreakdown = Object.freeze({ included: 0, overage: 0, credits: 0 });

function writeMonth(months: SmallMap<MonthCounter>, month: string, counter: MonthCounter): void {
  const held: Writable<MonthCounter> | undefined = months.get(month);
  if (held === undefined) {
    months.set(month, copyMonth(counter));
    return;
  }
  held.epoch = counter.epoch;
  held.base = writtenUnits(held.base, counter.base);
  held.admitted = writtenUnits(held.admitted, counter.admitted);
  held.returned = writtenUnits(held.returned, counter.returned);
}

function writtenUnits(held: Writable<UnitBreakdown>, units: UnitBreakdown): UnitBreakdown {
  if (held === NO_UNITS) return copyUnits(units);
  held.included = units.included;
  held.overage = units.overage;
  held.credits = units.credits;
  return held;
}

function writeFamily(families: SmallMap<FamilyCounter>, family: string, counter: FamilyCounter): void {
  const held: Writable<FamilyCounter> | undefined = families.get(family);
  if (held === undefined) {
    families.set(family, { ...counter });
    return;
  }
  held.tat = counter.tat;
  held.month = counter.month;
  held.units = counter.units;
  held.holds = counter.holds;
}

function writeUsage(usage: SmallMap<NamedRows<UsageRow>>, row: UsageRow): void {
  let rows = usage.get(row.day);
  if (rows === undefined) {
    rows = new NamedRows();
    usage.set(row.day, rows);
  }
  const held: Writable<UsageRow> | undefined = rows.find(row.day, row.key, row.calculator, row.status);
  if (held === undefined) {
    rows.add({ ...row });
    return;
  }
  held.calls = row.calls;
  held.units = row.units;
}

function copyMonth({ epoch, base, admitted, returned }: MonthCounter): MonthCounter {
  return { epoch, base: copyUnits(base), admitted: copyUnits(admitted), returned: copyUnits(returned) };
}

function copyUnits(units: UnitBreakdown): UnitBreakdown {
  return units.included === 0 && units.overage === 0 && units.credits === 0 ? NO_UNITS : { ...units };
}

/** Applies the changes of a command to the state, in place. The work depends on the changes, not on the state. */
export function apply(state: ClientState, changes: Changes): ClientState {
  if (changes.limits !== null) state.limits = changes.limits;
  if (changes.credits !== null) state.credits = changes.credits;
  if (changes.counter !== null) writeMonth(state.months, changes.month, changes.counter);
  if (changes.clearsUsage) {
    for (const day of state.usage.keys()) if (day.startsWith(changes.month)) state.usage.delete(day);
    state.commands?.delete(changes.month);
  }
  if (changes.contained) contain(state, changes.month, changes.process, changes.sequence);
  for (const [process, sequence] of changes.commands ?? []) {
    contain(state, changes.month, process, sequence);
    // They are duplicates from now on.
    if (sequence > (state.sequences.get(process) ?? 0)) state.sequences.set(process, sequence);
  }
  for (const [family, counter] of changes.families) writeFamily(state.families, family, counter);
  for (const row of changes.usage) writeUsage(state.usage, row);
  if (changes.leases.size > 0) state.leases = new Map([...state.leases, ...changes.leases]);
  if (changes.recalled !== null) state.recalled = changes.recalled;
  if (changes.holds.size > 0) state.holds = written(state.holds, NO_HOLDS, changes.holds);
  if (changes.keys.size > 0) state.keys = written(state.keys, NO_KEYS, changes.keys);
  if (changes.keyWindow !== null) state.keyWindow = changes.keyWindow;
  if (changes.sequence > 0) state.sequences.set(changes.process, changes.sequence);
  return state;
}

function contain({ commands }: ClientState, month: string, process: string, sequence: number): void {
  if (commands === null) return;
  const last = commands.get(month);
  if (last === undefined) commands.set(month, new Map([[process, sequence]]));
  else last.set(process, Math.max(sequence, last.get(process) ?? 0));
}

/** The later command of each process. */
export function laterCommands(some: ContainedCommands, others: ContainedCommands): ContainedCommands {
  const later = new Map(some);
  for (const [process, sequence] of others) later.set(process, Math.max(sequence, later.get(process) ?? 0));
  return later;
}

/** Writes the changes into the map; into a new one if the map is the shared empty one. */
function written<V>(
  map: PassingMap<string, V>,
  none: PassingMap<string, V>,
  changes: ReadonlyMap<string, V | null>,
): PassingMap<string, V> {
  const own = map === none ? new PassingMap<string, V>() : map;
  for (const [name, value] of changes) {
    if (value === null) own.delete(name);
    else own.set(name, value);
  }
  return own;
}

/** The counters of a month; `null` if there are none. */
export function counters(state: ClientState, client: string, month: string): MonthCounters | null {
  const counter = state.months.get(month);
  if (counter === undefined || state.credits === null) return null;
  const contained = state.commands?.get(month);
  // Copies: the snapshot shows the counters and commands of this instant.
  const commands = contained && { commands: new Map(contained) };
  return { client, month, counter: copyMonth(counter), credits: state.credits, limits: state.limits, ...commands };
}

/** All usage rows of a month. */
export function usageOf(state: ClientState, month: string): UsageRow[] {
  const usage: UsageRow[] = [];
  for (const [day, rows] of state.usage) if (day.startsWith(month)) usage.push(...rows.list().map(copyOf));
  return usage;
}
