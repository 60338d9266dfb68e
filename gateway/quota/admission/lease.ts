import { monthEnd, monthStart } from '../../values/calendar.ts';
import type { Held, Item, LeaseAnswer, LeasedRow, LeaseReport, Limits } from '../contract.ts';
import { LEASE_MS } from '../model/leases.ts';
import { calculatorOf } from '../model/usage-names.ts';
import type { Recent } from './demand.ts';
import type { WrittenNames } from './lease-journal.ts';

/** An instant by the clocks that a process knows, in milliseconds. */
export interface Instant {
  /** The store's clock as the process knows it. It decides day and month. */
  readonly store: number;
  /** The machine's clock, which goes on while the machine is suspended. */
  readonly wall: number;
  /** A clock that does not follow corrections. */
  readonly monotonic: number;
}

/** Most usage rows of a lease, so that no report keeps the store busy for long, and no record the process. */
const MOST_ROWS = 256;

/** What a lease has admitted under one usage row. Absolute values. */
interface CountedRow {
  readonly row: LeasedRow;
  calls: number;
  units: number;
  /** The part that the store has counted, or may have counted. */
  counted: { calls: number; units: number };
  maybe: { calls: number; units: number };
}

/** What a report contains, to be applied to its answer. */
export interface Snapshot {
  readonly rows: readonly LeasedRow[];
  readonly units: number;
  readonly calls: ReadonlyMap<string, number>;
}

export interface LeaseOptions {
  readonly number: number;
  readonly month: string;
  readonly epoch: string;
  readonly limits: Limits;
}

/** A lease of this process and what it has admitted so far (README.md, "Leases"). */
export class Lease {
  readonly number: number;
  readonly month: string;
  readonly epoch: string;
  readonly limits: Limits;
  /** Whether it decides calls. Once closed it never does again. */
  open = false;
  /** Whether calls were decided since the last grant. */
  busy = false;
  /** Whether a renewal is asked for or under way. */
  renewing = false;
  /** Every call that it admitted before this instant is reported. Milliseconds since 1970. */
  reported = Number.POSITIVE_INFINITY;
  readonly written: WrittenNames = { use: null, text: '' };
  /** What is known of the client's demand; `null` before its first call under this lease. */
  demand: Recent | null = null;
  /** Units and tokens left, and free tokens that the lease does not hold. */
  units = 0;
  tokens: Map<string, number> = new Map();
  #free: ReadonlyMap<string, number> = new Map();
  #granted = 0;
  #starts: number;
  #ends: Omit<Instant, 'store'> = { wall: 0, monotonic: 0 };
  /** Units used and credits spendable without this lease, and units used when they were read. */
  #shown = { used: 0, spendable: 0, at: 0 };
  /** All units and, by family, all calls admitted. */
  #used = 0;
  readonly #calls = new Map<string, number>();
  readonly #rows = new Map<string, CountedRow>();
  /** Most calls count in the row of the previous one. */
  #last: CountedRow | null = null;
  /** The last command in doubt that reported the lease, and what its rows showed before. */
  #doubt: { readonly sequence: number; readonly before: ReadonlyMap<CountedRow, CountedRow['maybe']> } | null = null;

  constructor({ number, month, epoch, limits }: LeaseOptions) {
    this.number = number;
    this.month = month;
    this.epoch = epoch;
    this.limits = limits;
    this.#starts = monthStart(month);
  }

  get families(): string[] {
    return [...new Set([...this.tokens.keys(), ...this.#calls.keys()])];
  }

  /**
   * Whether few units are left of the last grant: at most one more than a sixteenth to a sixth of it, by the number of the
   * lease. Leases granted together, as after a start, are then not renewed together. Most leases are renewed by time.
   */
  get low(): boolean {
    return (this.units - 1) * 32 < this.#granted * (2 + (this.number % 4));
  }

  /** Whether it has so many usage rows that the next call belongs to another lease. */
  get full(): boolean {
    return this.#rows.size >= MOST_ROWS;
  }

  /** Whether any admitted call is not known to be counted. */
  get owes(): boolean {
    return this.report(false).rows.length > 0;
  }

  /** Units of admitted calls that are not known to be counted. */
  get unreported(): number {
    let unreported = 0;
    for (const { units, counted } of this.#rows.values()) unreported += units - counted.units;
    return unreported;
  }

  /** The instant of a command about the lease: now, or the nearest one of its month. */
  commandAt(now: number): number {
    return Math.min(Math.max(now, this.#starts), monthEnd(this.month) - 1);
  }

  /** Whether the lease may decide at an instant. A lease that ended is closed for good. */
  lasts({ store, wall, monotonic }: Instant): boolean {
    if (!this.open) return false;
    const { wall: endWall, monotonic: end } = this.#ends;
    // A wall clock that was set back to before the grant shows nothing; the monotonic clock still does.
    this.open = wall < endWall && monotonic < end && store >= this.#starts && store < monthEnd(this.month);
    return this.open;
  }

  /** Whether the lease holds what a call needs. */
  affords({ cost, family }: Item): boolean {
    return cost <= this.units && (this.limits.burst === null || (this.tokens.get(family) ?? 0) > 0);
  }

  /** Takes a call that the lease affords. Returns its row, whose values are absolute. */
  take({ charge, key, family, calculator, status }: Item, day: string): LeasedRow {
    this.busy = true;
    this.units -= charge;
    this.#used += charge;
    if (this.limits.burst !== null) this.tokens.set(family, (this.tokens.get(family) ?? 0) - 1);
    this.#calls.set(family, (this.#calls.get(family) ?? 0) + 1);
    const counted = this.#row({ day, key, family, calculator: calculatorOf(calculator, status), status });
    counted.calls += 1;
    counted.units += charge;
    return counted.row;
  }

  /** Takes back a call that could not be journaled. The lease is closed then, so nothing returns to it. */
  untake({ charge, family }: Item, row: LeasedRow): void {
    const counted = this.#rows.get(idOf(row));
    if (counted === undefined) return;
    counted.calls -= 1;
    counted.units -= charge;
    this.#used -= charge;
    this.#calls.set(family, (this.#calls.get(family) ?? 0) - 1);
  }

  /** Tokens and units shown to a caller. */
  shown(family: string): { used: number; spendable: number; tokens: number } {
    const { used, spendable, at } = this.#shown;
    const tokens = (this.tokens.get(family) ?? 0) + (this.#free.get(family) ?? 0);
    return { used: used + this.#used - at, spendable, tokens };
  }

  /** The absolute values of a row. */
  valueOf(row: LeasedRow): LeasedRow {
    const counted = this.#last?.row === row ? this.#last : this.#rows.get(idOf(row));
    return { ...row, calls: counted?.calls ?? 0, units: counted?.units ?? 0 };
  }

  /** The rows that the store has not counted in full. */
  report(final: boolean): Omit<LeaseReport, 'holder'> {
    const { number, epoch } = this;
    const rows: LeasedRow[] = [];
    for (const { row, calls, units, counted } of this.#rows.values()) {
      if (calls > counted.calls || units > counted.units) rows.push({ ...row, calls, units });
    }
    return { number, epoch, rows, final, families: this.families };
  }

  /** Remembers a report that is sent, until its answer. */
  snapshot(rows: readonly LeasedRow[]): Snapshot {
    return { rows, units: this.#used, calls: new Map(this.#calls) };
  }

  /** The store has counted a report. */
  counted({ rows }: Snapshot): void {
    for (const row of rows) {
      const known = this.#rows.get(idOf(row));
      if (known !== undefined) known.counted = { calls: row.calls, units: row.units };
    }
  }

  /** The report of a command got no answer: the store may have counted it. */
  doubted({ rows }: Snapshot, sequence: number): void {
    const before = new Map<CountedRow, CountedRow['maybe']>();
    for (const row of rows) {
      const known = this.#rows.get(idOf(row));
      if (known === undefined) continue;
      before.set(known, known.maybe);
      known.maybe = { calls: row.calls, units: row.units };
    }
    this.#doubt = { sequence, before };
  }

  /** The store did not count the report of a command that was in doubt. */
  notCounted(sequence: number): void {
    if (this.#doubt?.sequence !== sequence) return;
    for (const [row, maybe] of this.#doubt.before) row.maybe = maybe;
    this.#doubt = null;
  }

  /** What the lease holds from now on: what was held at the snapshot, less what was used since. */
  granted(held: Held, { used, spendable }: LeaseAnswer, sent: Instant, snapshot: Snapshot | null): void {
    const since = snapshot === null ? 0 : this.#used - snapshot.units;
    this.open = true;
    this.reported = sent.wall;
    this.busy = since > 0;
    this.units = held.units - since;
    this.tokens = new Map();
    for (const [family, count] of held.tokens) {
      const calls = (this.#calls.get(family) ?? 0) - (snapshot?.calls.get(family) ?? 0);
      this.tokens.set(family, snapshot === null ? count : count - calls);
    }
    this.#free = held.free;
    this.#granted = held.units;
    this.#ends = { wall: sent.wall + LEASE_MS, monotonic: sent.monotonic + LEASE_MS };
    this.#shown = { used, spendable, at: snapshot?.units ?? this.#used };
  }

  /** Adds the calls of an older lease that died with its epoch, unless the store may have counted them. */
  inherit(older: Lease): void {
    this.reported = Math.min(this.reported, older.reported);
    for (const { row, calls, units, counted, maybe } of older.#rows.values()) {
      const lost = calls - Math.max(counted.calls, maybe.calls);
      const lostUnits = units - Math.max(counted.units, maybe.units);
      if (lost <= 0 && lostUnits <= 0) continue;
      const own = this.#row(row);
      own.calls += Math.max(0, lost);
      own.units += Math.max(0, lostUnits);
      this.#used += Math.max(0, lostUnits);
      this.units -= Math.max(0, lostUnits);
    }
  }

  /**
   * What a successor must know: the rows that the store has not counted in full, or one of the others, because only a
   * lease that it knows is closed before its time.
   */
  unsettled(): readonly LeasedRow[] {
    const { rows } = this.report(false);
    return rows.length === 0 && this.#last !== null ? [this.valueOf(this.#last.row)] : rows;
  }

  /** All rows with their absolute values. */
  rows(): LeasedRow[] {
    return Array.from(this.#rows.values(), ({ row, calls, units }) => ({ ...row, calls, units }));
  }

  #row(name: Omit<LeasedRow, 'calls' | 'units'>): CountedRow {
    const last = this.#last;
    if (last !== null && isOf(last.row, name)) return last;
    const id = idOf(name);
    let known = this.#rows.get(id);
    if (known === undefined) {
      const nothing = { calls: 0, units: 0 };
      const { day, key, family, calculator, status } = name;
      const row = { day, key, family, calculator, status, ...nothing };
      known = { row, ...nothing, counted: nothing, maybe: nothing };
      this.#rows.set(id, known);
    }
    this.#last = known;
    return known;
  }
}

type RowName = Omit<LeasedRow, 'calls' | 'units'>;

function isOf(row: RowName, { day, key, calculator, status }: RowName): boolean {
  return row.day === day && row.key === key && row.calculator === calculator && row.status === status;
}

function idOf({ day, key, calculator, status }: RowName): string {
  return `${day}\n${key}\n${calculator}\n${status}`;
}
