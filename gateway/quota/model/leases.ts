import type { BurstPolicy, Held, LeaseAnswer, LeaseReport, LeaseWish, Limits } from '../contract.ts';
import type { Batch } from './batch.ts';
import { tokenInterval } from './gcra.ts';
import type { ClientState } from './state.ts';

/** Milliseconds from the command that granted a lease to its end. */
export const LEASE_MS = 2_000;
/** Milliseconds after the end of a lease until its tokens that were not reported count as used. */
export const LAPSE_MS = 1_000;
/** Milliseconds without a report after which the units of a lease are free again. */
export const RELEASE_MS = 600_000;
/** Milliseconds without grants after a recall; also the least time between two recalls. */
export const RECALL_MS = 1_000;
/** Milliseconds within which holders answer a recall. */
export const SILENT_MS = 200;
/** Fewest units worth a lease. */
export const FEWEST_UNITS = 4;
/** Smallest burst whose tokens are leased. */
export const FEWEST_TOKENS = 16;
/** The part of the free units that one of `n` holders may hold is 1 / (SHARE * n). */
export const SHARE = 4;

/** Calls and units that a lease has reported for one usage row. */
export interface Reported {
  readonly calls: number;
  readonly units: number;
}

/** The last lease of a process. Closed leases hold nothing; their rows recognise late and repeated reports. */
export interface Lease {
  readonly number: number;
  readonly month: string;
  readonly epoch: string;
  /** The limits that granted the lease. They price its units. */
  readonly limits: Limits;
  readonly open: boolean;
  readonly units: number;
  /** By family. */
  readonly tokens: ReadonlyMap<string, number>;
  /** End of the lease by the clock of the store. */
  readonly until: number;
  /** When the store last heard of the lease. */
  readonly seen: number;
  /** Time of the first recall since then; 0 if there was none. */
  readonly asked: number;
  /** By {@link rowId}. */
  readonly rows: ReadonlyMap<string, Reported>;
}

const NO_TOKENS: ReadonlyMap<string, number> = new Map();
const NO_ROWS: ReadonlyMap<string, Reported> = new Map();

/** Identifies a usage row within a month. */
export function rowId(row: { day: string; key: string; calculator: string; status: string }): string {
  return `${row.day}\n${row.key}\n${row.calculator}\n${row.status}`;
}

/** The leases of one client during one command. It keeps the changes; the state is only read. */
export class LeaseBook {
  readonly changed = new Map<string, Lease>();
  /** Units of the month that leases hold. */
  units = 0;
  /** The part of `units` whose holders did not answer a recall. */
  silentUnits = 0;
  /** Set by a refused item that open leases would satisfy. */
  wantsRecall = false;
  readonly #state: ClientState;
  readonly #batch: Batch;
  readonly #now: number;
  readonly #month: string;
  readonly #epoch: string;
  /** All leases of the client that are open, by holder. */
  readonly #open = new Map<string, Lease>();

  constructor(state: ClientState, batch: Batch, now: number, month: string, epoch: string) {
    this.#state = state;
    this.#batch = batch;
    this.#now = now;
    this.#month = month;
    this.#epoch = epoch;
    for (const [holder, lease] of state.leases) if (lease.open) this.#open.set(holder, lease);
    for (const [holder, lease] of this.#open) this.#lapse(holder, lease);
    this.#sum();
  }

  /** Recalls the open leases if an item asked for it and the last recall is a second ago. Returns its time. */
  recall(): number | null {
    if (!this.wantsRecall || this.#now < this.#state.recalled + RECALL_MS) return null;
    for (const [holder, lease] of this.#open) if (lease.asked === 0) this.#set(holder, { ...lease, asked: this.#now });
    return this.#now;
  }

  /** Tokens of a family that leases hold. */
  tokens(family: string): number {
    let held = 0;
    for (const lease of this.#open.values()) held += lease.tokens.get(family) ?? 0;
    return held;
  }

  /** Microseconds by which a bucket's TAT would move back if the responsive, or all, holders closed their leases. */
  returnable(family: string, silentToo: boolean): number {
    let time = 0;
    for (const lease of this.#open.values()) {
      if (silentToo || this.#responsive(lease))
        time += (lease.tokens.get(family) ?? 0) * intervalOf(lease.limits.burst);
    }
    return time;
  }

  /** Counts what a lease has admitted beyond its earlier reports. */
  report(report: LeaseReport): LeaseAnswer['report'] {
    const { holder, number, epoch, rows, final } = report;
    let lease = this.changed.get(holder) ?? this.#state.leases.get(holder);
    const gone = epoch !== this.#epoch;
    if (lease !== undefined && number < lease.number) return gone ? 'gone' : 'counted';
    if (gone) {
      if (lease?.number === number && lease.open && final) this.#close(holder, lease);
      this.#sum();
      return 'gone';
    }
    if (lease === undefined || number > lease.number) {
      if (lease?.open) this.#close(holder, lease);
      lease = this.#unknown(number);
    }
    const reported = new Map(lease.rows);
    const tokens = new Map(lease.tokens);
    let units = 0;
    for (const row of rows) {
      const id = rowId(row);
      const before = reported.get(id) ?? { calls: 0, units: 0 };
      const calls = Math.max(0, row.calls - before.calls);
      const more = Math.max(0, row.units - before.units);
      if (calls === 0 && more === 0) continue;
      reported.set(id, { calls: before.calls + calls, units: before.units + more });
      this.#batch.usage.count(row.day, row.key, row.calculator, row.status, calls, more);
      this.#batch.countForCap(row.family, more);
      const held = tokens.get(row.family);
      if (held !== undefined) {
        this.#batch.moveTat(row.family, this.tokens(row.family), 0);
        tokens.set(row.family, Math.max(0, held - calls));
        this.#set(holder, { ...lease, tokens: new Map(tokens) });
      }
      units += more;
    }
    this.#batch.pay(lease.limits, units);
    const after = {
      ...lease,
      rows: reported,
      tokens,
      units: Math.max(0, lease.units - units),
      seen: this.#now,
      asked: 0,
    };
    this.#set(holder, after);
    if (after.open && final) this.#close(holder, after);
    this.#sum();
    return 'counted';
  }

  /** Grants or tops up the lease of a process. */
  grant(holder: string, { number, units: wished, tokens: wishedTokens }: LeaseWish): Held | null {
    const { limits } = this.#batch;
    const last = this.changed.get(holder) ?? this.#state.leases.get(holder);
    if (this.wantsRecall || this.#now < this.#state.recalled + RECALL_MS) return null;
    if (last !== undefined && last.number > number) return null;
    const own = last?.number === number ? last : undefined;
    if (own !== undefined && !this.#current(own)) return null;
    if (own === undefined && last?.open) {
      this.#close(holder, last);
      this.#sum();
    }
    const free = this.#batch.affordable(this.units - (own?.units ?? 0));
    const units = Math.min(wished, Math.floor(free / (SHARE * this.#holders(holder))));
    if (units < FEWEST_UNITS) return null;
    const tokens = this.#takeTokens(wishedTokens, own?.tokens ?? NO_TOKENS);
    if (tokens === null) return null;
    const lease: Lease = {
      number,
      month: this.#month,
      epoch: this.#epoch,
      limits,
      open: true,
      units: Math.max(units, own?.units ?? 0),
      tokens,
      until: this.#now + LEASE_MS,
      seen: this.#now,
      asked: 0,
      rows: own?.rows ?? NO_ROWS,
    };
    this.#set(holder, lease);
    return { units: lease.units, tokens };
  }

  /** Whether an open lease may be topped up: its limits, epoch and month are those of the counter. */
  #current({ open, epoch, month, limits }: Lease): boolean {
    return open && epoch === this.#epoch && month === this.#month && limits.version === this.#batch.limits.version;
  }

  #holders(asking: string): number {
    let holders = 1;
    for (const [holder, { month }] of this.#open) if (holder !== asking && month === this.#month) holders += 1;
    return holders;
  }

  /** Takes tokens up to the wish, at most half of the free ones; `null` if the lease would hold none. */
  #takeTokens(
    wished: ReadonlyMap<string, number>,
    own: ReadonlyMap<string, number>,
  ): ReadonlyMap<string, number> | null {
    const { burst } = this.#batch.limits;
    if (burst === null) return NO_TOKENS;
    if (burst.q < FEWEST_TOKENS) return null;
    const targets = new Map(own);
    for (const [family, most] of wished) {
      const before = own.get(family) ?? 0;
      const free = this.#batch.tokensLeft(family, this.tokens(family));
      targets.set(family, Math.max(before, Math.min(most, Math.floor((free + before) / 2))));
    }
    let sum = 0;
    for (const count of targets.values()) sum += count;
    if (sum === 0) return null;
    for (const [family, count] of targets) {
      const more = count - (own.get(family) ?? 0);
      if (more > 0) this.#batch.moveTat(family, this.tokens(family), more * intervalOf(burst));
    }
    return targets;
  }

  /** The lease of a report that the store does not know: it was rewound. */
  #unknown(number: number): Lease {
    return {
      number,
      month: this.#month,
      epoch: this.#epoch,
      limits: this.#batch.limits,
      open: false,
      units: 0,
      tokens: NO_TOKENS,
      until: 0,
      seen: this.#now,
      asked: 0,
      rows: NO_ROWS,
    };
  }

  #lapse(holder: string, lease: Lease): void {
    if (this.#now > lease.seen + RELEASE_MS) {
      this.#settleTokens(lease);
      this.#set(holder, { ...lease, open: false, units: 0, tokens: NO_TOKENS });
    } else if (lease.tokens.size > 0 && this.#now > lease.until + LAPSE_MS) {
      this.#settleTokens(lease);
      this.#set(holder, { ...lease, tokens: NO_TOKENS });
    }
  }

  /** The bucket was bounded by the held tokens until now. */
  #settleTokens({ tokens }: Lease): void {
    for (const family of tokens.keys()) this.#batch.moveTat(family, this.tokens(family), 0);
  }

  #close(holder: string, lease: Lease): void {
    for (const [family, count] of lease.tokens) {
      this.#batch.moveTat(family, this.tokens(family), -count * intervalOf(lease.limits.burst));
    }
    this.#set(holder, { ...lease, open: false, units: 0, tokens: NO_TOKENS });
  }

  #set(holder: string, lease: Lease): void {
    this.changed.set(holder, lease);
    if (lease.open) this.#open.set(holder, lease);
    else this.#open.delete(holder);
  }

  #sum(): void {
    this.units = 0;
    this.silentUnits = 0;
    for (const lease of this.#open.values()) {
      if (lease.month !== this.#month) continue;
      this.units += lease.units;
      if (!this.#responsive(lease)) this.silentUnits += lease.units;
    }
  }

  /** Whether calls wait for the holder: it has answered every recall but a recent one. */
  #responsive({ asked }: Lease): boolean {
    return asked === 0 || this.#now <= asked + SILENT_MS;
  }
}

function intervalOf(burst: BurstPolicy | null): number {
  return burst === null ? 0 : tokenInterval(burst);
}
