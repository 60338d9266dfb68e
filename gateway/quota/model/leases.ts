import type {
  Held,
  LeaseAnswer,
  LeasedRow,
  LeasePart,
  LeaseReport,
  LeaseWish,
  Limits,
  UsageName,
} from '../contract.ts';
import type { Batch } from './batch.ts';
import { usageId } from './named-rows.ts';
import type { ClientState } from './state.ts';
import { calculatorOf } from './usage-names.ts';

/**
 * Milliseconds from the command that granted a lease to its end. A renewal costs Redis and the process as much as several
 * calls, so longer leases make calls cheaper, and the usage of leased calls is known later.
 */
export const LEASE_MS = 10_000;
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
  /** When the store last heard of the lease. */
  readonly seen: number;
  /** Time of the first recall since then; 0 if there was none. */
  readonly asked: number;
  /** By {@link rowId}. */
  readonly rows: ReadonlyMap<string, Reported>;
}

const NO_ROWS: ReadonlyMap<string, Reported> = new Map();
const NOT_REPORTED: Reported = { calls: 0, units: 0 };

/** Identifies a lease of a client. */
export interface LeaseName {
  readonly holder: string;
  readonly number: number;
}

/** Identifies the usage row that counts calls of a name, within a month. */
export function rowId({ day, key, calculator, status }: UsageName): string {
  return `${day}\n${usageId(key, calculatorOf(calculator, status), status)}`;
}

/** The families that the lease part of a command names. */
export function familiesNamed({ report, wish }: LeasePart): Set<string> {
  const families = new Set(report?.rows.map(({ family }) => family));
  for (const family of report?.families ?? []) families.add(family);
  for (const [family] of wish?.tokens ?? []) families.add(family);
  return families;
}

/** The instant of a command and the counter it meets. */
export interface LeaseContext {
  readonly now: number;
  readonly month: string;
  readonly epoch: string;
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
  /** The number of a reported lease whose epoch is gone. A store that is rewound may still know its reports. */
  #gone: number | null = null;
  /** Units that reports added. */
  #counted = 0;
  readonly #state: ClientState;
  readonly #batch: Batch;
  readonly #context: LeaseContext;
  /** All open leases of the client, by holder. */
  readonly #open = new Map<string, Lease>();

  constructor(state: ClientState, batch: Batch, context: LeaseContext) {
    this.#state = state;
    this.#batch = batch;
    this.#context = context;
    for (const [holder, lease] of state.leases) {
      if (!lease.open) continue;
      if (context.now > lease.seen + RELEASE_MS) this.#close(holder, lease);
      else this.#open.set(holder, lease);
    }
    this.#sum();
  }

  open(holder: string): boolean {
    return this.#open.has(holder);
  }

  /** Whether calls wait for an open lease: its holder has answered every recall but a recent one. */
  responsive(holder: string): boolean {
    const lease = this.#open.get(holder);
    return lease !== undefined && (lease.asked === 0 || this.#isWithin(SILENT_MS, lease.asked));
  }

  /** Recalls the open leases if an item asked for it and the last recall is a second ago. Returns its time. */
  recall(): number | null {
    const { now } = this.#context;
    if (!this.wantsRecall || this.#isWithin(RECALL_MS - 1, this.#state.recalled)) return null;
    for (const [holder, lease] of this.#open) if (lease.asked === 0) this.#set(holder, { ...lease, asked: now });
    return now;
  }

  /** Counts what a lease has admitted beyond its earlier reports. */
  report({ holder, number, epoch, rows, final, families }: LeaseReport): LeaseAnswer['report'] {
    const last = this.#last(holder);
    const gone = epoch !== this.#context.epoch;
    if (gone) this.#gone = number;
    const old = last !== undefined && number < last.number;
    const lease = last === undefined || number > last.number ? this.#forgotten(number) : last;
    if (!gone && !old) this.#set(holder, this.#count(lease, holder, rows));
    if (final) {
      for (const family of families) this.#batch.returnTokens(family, { holder, number: lease.number });
      if (lease.open || !old) this.#close(holder, this.#last(holder) ?? lease);
    }
    this.#sum();
    return gone ? 'gone' : 'counted';
  }

  /** Grants or tops up the lease of a process. */
  grant(holder: string, { number, units: wished, tokens: wishedTokens }: LeaseWish): Held | null {
    const { now, month, epoch } = this.#context;
    const { limits } = this.#batch;
    const last = this.#last(holder);
    if (this.wantsRecall || this.#isWithin(RECALL_MS - 1, this.#state.recalled)) return null;
    if (number === this.#gone || (last !== undefined && last.number > number)) return null;
    const own = last?.number === number ? last : undefined;
    if (own !== undefined && !this.#current(own)) return null;
    if (own === undefined && last?.open) {
      this.#close(holder, last);
      this.#sum();
    }
    const ownUnits = own?.units ?? 0;
    const free = this.#batch.affordable(this.units - ownUnits);
    const units = Math.min(wished, Math.floor(free / (SHARE * this.#holders(holder))));
    if (units < FEWEST_UNITS) return null;
    const taken = this.#holdTokens({ holder, number }, wishedTokens);
    if (taken === null) return null;
    const held = { units: Math.max(units, ownUnits), ...taken };
    const rows = own?.rows ?? NO_ROWS;
    this.#set(holder, { number, month, epoch, limits, open: true, units: held.units, seen: now, asked: 0, rows });
    return held;
  }

  /** What a process learns about its lease. */
  answer(holder: string, report: LeaseAnswer['report'], held: Held | null): LeaseAnswer {
    let others = 0;
    for (const [other, { month, units }] of this.#open) {
      if (other !== holder && month === this.#context.month) others += units;
    }
    return { report, counted: this.#counted, held, ...this.#batch.shown(others) };
  }

  /** Whether an instant is at most `ms` ago. One in the future is not: the clock of the store was set back. */
  #isWithin(ms: number, instant: number): boolean {
    const { now } = this.#context;
    return instant <= now && now <= instant + ms;
  }

  #last(holder: string): Lease | undefined {
    return this.changed.get(holder) ?? this.#state.leases.get(holder);
  }

  #count(lease: Lease, holder: string, rows: readonly LeasedRow[]): Lease {
    const batch = this.#batch;
    const reported = new Map(lease.rows);
    let units = 0;
    for (const row of rows) {
      const before = reported.get(rowId(row)) ?? NOT_REPORTED;
      const calls = Math.max(0, row.calls - before.calls);
      const more = Math.max(0, row.units - before.units);
      if (calls === 0 && more === 0) continue;
      reported.set(rowId(row), { calls: before.calls + calls, units: before.units + more });
      batch.usage.count(row.day, row.key, row.calculator, row.status, calls, more);
      batch.countForCap(row.family, more);
      batch.useTokens(row.family, { holder, number: lease.number }, calls);
      units += more;
    }
    batch.pay(lease.limits, units);
    this.#counted += units;
    const seen = this.#context.now;
    return { ...lease, rows: reported, units: Math.max(0, lease.units - units), seen, asked: 0 };
  }

  /** Whether a lease may be topped up: its limits, epoch and month are those of the counter. */
  #current({ open, epoch, month, limits }: Lease): boolean {
    const counter = this.#context;
    return open && epoch === counter.epoch && month === counter.month && limits.version === this.#batch.limits.version;
  }

  /** Processes with an open lease of the month, the asking one included. */
  #holders(asking: string): number {
    let holders = 1;
    for (const [holder, { month }] of this.#open) if (holder !== asking && month === this.#context.month) holders += 1;
    return holders;
  }

  /** Takes tokens up to the wish, at most half of the free ones; `null` if the lease would hold none. */
  #holdTokens(lease: LeaseName, wished: LeaseWish['tokens']): Pick<Held, 'tokens' | 'free'> | null {
    const tokens = new Map<string, number>();
    const free = new Map<string, number>();
    const { burst } = this.#batch.limits;
    if (burst === null) return { tokens, free };
    if (burst.q < FEWEST_TOKENS) return null;
    for (const [family, most] of wished) {
      const own = this.#batch.heldTokens(family, lease);
      const share = Math.floor((this.#batch.freeTokens(family, burst) + own) / 2);
      const count = Math.max(own, Math.min(most, share));
      if (count > 0) tokens.set(family, count);
    }
    if (tokens.size === 0) return null;
    const until = this.#context.now + LEASE_MS;
    for (const [family, count] of tokens) {
      this.#batch.holdTokens(family, lease, count, until);
      free.set(family, this.#batch.freeTokens(family, burst));
    }
    return { tokens, free };
  }

  /** The lease of a report that the store does not know: it lost data. */
  #forgotten(number: number): Lease {
    const { now, month, epoch } = this.#context;
    const { limits } = this.#batch;
    return { number, month, epoch, limits, open: false, units: 0, seen: now, asked: 0, rows: NO_ROWS };
  }

  #close(holder: string, lease: Lease): void {
    this.#set(holder, { ...lease, open: false, units: 0 });
  }

  #set(holder: string, lease: Lease): void {
    this.changed.set(holder, lease);
    if (lease.open) this.#open.set(holder, lease);
    else this.#open.delete(holder);
  }

  #sum(): void {
    this.units = 0;
    this.silentUnits = 0;
    for (const [holder, { month, units }] of this.#open) {
      if (month !== this.#context.month) continue;
      this.units += units;
      if (!this.responsive(holder)) this.silentUnits += units;
    }
  }
}
