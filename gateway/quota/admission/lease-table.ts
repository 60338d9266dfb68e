import { dayOf } from '../../values/calendar.ts';
import type { Item, LeaseAnswer, LeasedRow, LeasePart, LeaseReport, Limits } from '../contract.ts';
import { FEWEST_UNITS } from '../model/leases.ts';
import { PassingMap } from '../passing-map.ts';
import type { AdmissionRequest } from './admission-request.ts';
import { addTo, Demand } from './demand.ts';
import { type Instant, Lease, type Snapshot } from './lease.ts';
import { inParts, type LeasedUse, type LeaseJournal } from './lease-journal.ts';
import { type Taken, useOf, usesOf } from './leased-uses.ts';

/** Most families for whose tokens a lease wishes. */
const MOST_FAMILIES = 64;

export interface LeaseTableOptions {
  /** Name of the process. */
  readonly process: string;
  readonly journal: LeaseJournal;
  /** Whether recalls reach this process. Leases end when they do not. */
  readonly hearsRecalls: () => boolean;
  /** A lease must be renewed or closed by a command, now or soon. */
  readonly due: (client: string, when: 'now' | 'soon') => void;
  /** Calls of a lease were counted. */
  readonly counted: (client: string, rows: readonly LeasedRow[]) => void;
}

/** Figures about the leases of a process. */
export interface LeaseFigures {
  /** Leases that decide calls now. */
  readonly open: number;
  /** Units that they may still use. */
  readonly unused: number;
  /** Units of answered calls that are not known to be counted by the store. */
  readonly unreported: number;
  /** Since the start: renewals granted and refused, and leases closed because another process needed their units. */
  readonly renewals: number;
  readonly refusedRenewals: number;
  readonly recalls: number;
}

export const NO_LEASES: LeaseFigures = {
  open: 0,
  unused: 0,
  unreported: 0,
  renewals: 0,
  refusedRenewals: 0,
  recalls: 0,
};

/** A lease part that was sent, to be applied to its answer. */
export interface SentPart {
  readonly part: LeasePart;
  readonly sent: Instant;
  readonly month: string;
  /** The limits that the process knows. */
  readonly limits: Limits | null;
  readonly lease: Lease | null;
  readonly snapshot: Snapshot | null;
  /** Whether a recall arrived before the answer. */
  recalled: boolean;
}

type Decided = { readonly epoch: string; readonly limits: Limits; readonly lease?: LeaseAnswer };

/** The leases of this process: one per client, open or closed but not yet reported in full. */
export class LeaseTable {
  readonly #options: LeaseTableOptions;
  readonly #leases = new Map<string, Lease>();
  readonly #demand = new Demand();
  /** Parts without an answer yet: at most one per client. */
  readonly #sent = new PassingMap<string, SentPart>();
  #numbers = 0;
  #renewals = 0;
  #refusedRenewals = 0;
  #recalls = 0;

  constructor(options: LeaseTableOptions) {
    this.#options = options;
    options.journal.keep(() => inParts(this.#unsettled()));
  }

  get(client: string): Lease | undefined {
    return this.#leases.get(client);
  }

  figures(): LeaseFigures {
    let open = 0;
    let unused = 0;
    let unreported = 0;
    for (const lease of this.#leases.values()) {
      unreported += lease.unreported;
      if (!lease.open) continue;
      open += 1;
      unused += lease.units;
    }
    return {
      ...{ open, unused, unreported },
      ...{ renewals: this.#renewals, refusedRenewals: this.#refusedRenewals, recalls: this.#recalls },
    };
  }

  /** Every call that a lease admitted before this instant is reported. */
  reportedThrough(now: number): number {
    let through = now;
    for (const { reported } of this.#leases.values()) through = Math.min(through, reported);
    return through;
  }

  /** A call arrived, however it will be decided. Returns the client's lease. */
  ask({ client, item }: AdmissionRequest, now: Instant): Lease | undefined {
    const lease = this.#leases.get(client);
    if (item.probe) return lease;
    if (lease === undefined) this.#demand.add(client, item.charge, now.monotonic);
    else if (lease.demand === null) lease.demand = this.#demand.add(client, item.charge, now.monotonic);
    else addTo(lease.demand, item.charge, now.monotonic);
    return lease;
  }

  /** Takes a call from the client's lease; `null` if only the store can decide it. */
  take({ client, item, limits, reserve }: AdmissionRequest, lease: Lease | undefined, now: Instant): Taken | null {
    if (lease === undefined || !lease.open) return null;
    if (reserve || item.probe || item.cap !== null || item.once !== undefined) return null;
    if (limits.version > lease.limits.version || !this.#options.hearsRecalls()) lease.open = false;
    if (!lease.lasts(now) || !lease.affords(item) || lease.full) return null;
    const row = lease.take(item, dayOf(now.store));
    if (lease.low && !lease.renewing) this.#renew(client, lease, 'now');
    return { lease, row };
  }

  /**
   * Records the calls of one turn. Calls `recorded` with whether they may be answered; otherwise they are taken back.
   */
  record(
    taken: readonly (Taken & { readonly client: string; readonly item: Item })[],
    recorded: (answers: boolean) => void,
  ): void {
    this.#options.journal.append(usesOf(taken), (error) => {
      if (error !== null) this.#takeBack(taken);
      recorded(error === null);
    });
  }

  /** Leases that are opened meanwhile are left out: their records are new. */
  *#unsettled(): Generator<LeasedUse> {
    for (const client of [...this.#leases.keys()]) {
      const lease = this.#leases.get(client);
      const rows = lease?.unsettled() ?? [];
      if (lease !== undefined && rows.length > 0) yield useOf(client, lease, rows);
    }
  }

  #takeBack(taken: readonly (Taken & { readonly client: string; readonly item: Item })[]): void {
    for (const { client, lease, item, row } of taken) {
      lease.untake(item, row);
      lease.open = false;
      this.#renew(client, lease, 'soon');
    }
  }

  /** Another process needs what the lease holds. */
  heardRecall(client: string): void {
    if (this.#leases.get(client)?.open) this.#recalls += 1;
    this.recall(client);
  }

  /** Closes the client's lease. */
  recall(client: string): void {
    const sent = this.#sent.get(client);
    if (sent !== undefined) sent.recalled = true;
    const lease = this.#leases.get(client);
    if (lease === undefined) return;
    lease.open = false;
    this.#renew(client, lease, 'now');
  }

  /** Closes every lease that is open now. Returns whether any of them is not known to be closed yet. */
  closeAll(): () => boolean {
    const closing = [...this.#leases];
    for (const client of [...this.#leases.keys(), ...this.#sent.keys()]) this.recall(client);
    return () =>
      closing.some(([client, lease]) => {
        const current = this.#leases.get(client);
        // The calls of a lease whose epoch is gone move to a lease that is closed from the start.
        return current === lease || current?.open === false;
      });
  }

  /** Whether the client's lease belongs to another month, so that a command of `month` cannot report it. */
  isOfOtherMonth(client: string, month: string): boolean {
    const lease = this.#leases.get(client);
    return lease !== undefined && lease.month !== month;
  }

  /** The lease part of a command with items: closes the lease, and wishes the next one. */
  exact(client: string, month: string, items: readonly Item[], now: Instant, limits: Limits | null): SentPart | null {
    const lease = this.#leases.get(client) ?? null;
    const wish = this.#wish(client, lease, items, now);
    if (lease !== null) lease.open = false;
    if (lease === null && wish === null) return null;
    return this.#send(
      client,
      lease,
      { report: lease === null ? null : this.#report(lease, true), wish },
      month,
      now,
      limits,
    );
  }

  /** The lease part of a command without items: renews a lease that was used, or closes it. */
  renewal(client: string, now: Instant): SentPart | null {
    const lease = this.#leases.get(client);
    if (lease === undefined) return null;
    const renews = lease.busy && !lease.full && this.#options.hearsRecalls() && lease.lasts(now);
    if (!renews) {
      lease.open = false;
      return this.#send(
        client,
        lease,
        { report: this.#report(lease, true), wish: null },
        lease.month,
        now,
        lease.limits,
      );
    }
    const wish = this.#wish(client, lease, [], now);
    const number = lease.number;
    const part = { report: this.#report(lease, wish === null), wish: wish === null ? null : { ...wish, number } };
    if (wish === null) lease.open = false;
    return this.#send(client, lease, part, lease.month, now, lease.limits);
  }

  /** The store has decided a command. */
  answered(client: string, asked: SentPart, { epoch, limits, lease: answer }: Decided): void {
    const { part, sent, month, lease, snapshot } = asked;
    this.#sent.delete(client);
    if (answer === undefined) return;
    const { report, wish } = part;
    if (lease !== null && report !== null && snapshot !== null) {
      lease.renewing = false;
      if (answer.report === 'counted') {
        lease.counted(snapshot);
        this.#options.counted(client, report.rows);
        if (report.final && !lease.owes && this.#leases.get(client) === lease) this.#leases.delete(client);
      } else {
        lease.open = false;
        this.#replace(client, lease, epoch);
      }
    }
    if (lease !== null && wish?.number === lease.number) {
      if (answer.held === null) this.#refusedRenewals += 1;
      else this.#renewals += 1;
    }
    const current = this.#leases.get(client);
    if (wish === null) {
      if (current !== undefined) this.#renewLater(client, current);
    } else if (answer.held === null) {
      if (current !== undefined) this.recall(client);
    } else if (current?.number === wish.number) {
      if (current.open) current.granted(answer.held, answer, sent, snapshot);
      this.#renewLater(client, current);
    } else this.#open(client, new Lease({ number: wish.number, month, epoch, limits }), answer.held, answer, sent);
    if (asked.recalled) this.recall(client);
  }

  /** A command did not run, and will be made anew. */
  unsent(client: string, { lease, recalled }: SentPart): void {
    this.#sent.delete(client);
    if (lease !== null) lease.renewing = false;
    if (recalled) this.recall(client);
  }

  /**
   * A command failed. It may have granted a lease.
   *
   * @param doubt its sequence if it may have run; `null` if it did not
   */
  failed(client: string, { part, month, limits, lease, snapshot }: SentPart, doubt: number | null): void {
    this.#sent.delete(client);
    if (lease !== null) {
      lease.renewing = false;
      if (snapshot !== null && doubt !== null) lease.doubted(snapshot, doubt);
    }
    const known = this.#leases.get(client);
    if (known !== undefined) {
      this.#renew(client, known, 'soon');
    } else if (part.wish !== null && limits !== null) {
      // A final report of a lease that may be open closes it.
      const unknown = new Lease({ number: part.wish.number, month, epoch: '-', limits });
      this.#leases.set(client, unknown);
      this.#renew(client, unknown, 'soon');
    }
  }

  /** No counters and no checkpoint contain the report of a command that was in doubt. */
  notCounted(client: string, sequence: number): void {
    this.#leases.get(client)?.notCounted(sequence);
  }

  #open(
    client: string,
    lease: Lease,
    held: NonNullable<LeaseAnswer['held']>,
    answer: LeaseAnswer,
    sent: Instant,
  ): void {
    const owed = this.#leases.get(client);
    lease.granted(held, answer, sent, null);
    this.#leases.set(client, lease);
    if (owed !== undefined) {
      // Calls of an epoch that ended, which no store has counted.
      lease.inherit(owed);
      this.#journal(client, lease, owed);
    }
    this.#renewLater(client, lease);
  }

  /** Moves the calls of a lease whose epoch is gone to a new lease, which is closed. */
  #replace(client: string, lease: Lease, epoch: string): void {
    this.#numbers += 1;
    const next = new Lease({ number: this.#numbers, month: lease.month, epoch, limits: lease.limits });
    next.inherit(lease);
    if (next.owes) this.#leases.set(client, next);
    else this.#leases.delete(client);
    this.#journal(client, next, lease);
  }

  /**
   * Records calls that moved to another lease, and that the older one has none: a successor reports both. If that fails,
   * only a successor would not know it. The older lease is no longer in the table: the journal may ask at once for what
   * to record again.
   */
  #journal(client: string, lease: Lease, older: Lease): void {
    const none = older.rows().map((row) => ({ ...row, calls: 0, units: 0 }));
    const moved = [useOf(client, older, none), useOf(client, lease, lease.rows())];
    this.#options.journal.append(
      moved.filter(({ rows }) => rows.length > 0),
      () => {},
    );
  }

  #report(lease: Lease, final: boolean): LeaseReport {
    return { holder: this.#options.process, ...lease.report(final) };
  }

  #wish(client: string, lease: Lease | null, items: readonly Item[], now: Instant): LeasePart['wish'] {
    const { units, calls } = this.#demand.of(client, now.monotonic);
    if (units < FEWEST_UNITS || !this.#options.hearsRecalls()) return null;
    const families = new Set(items.map(({ family }) => family));
    for (const family of lease?.families ?? []) families.add(family);
    const tokens = Array.from(families, (family) => [family, calls] as const).slice(0, MOST_FAMILIES);
    this.#numbers += 1;
    return { number: this.#numbers, units, tokens };
  }

  #send(
    client: string,
    lease: Lease | null,
    part: LeasePart,
    month: string,
    sent: Instant,
    limits: Limits | null,
  ): SentPart {
    const snapshot = lease === null || part.report === null ? null : lease.snapshot(part.report.rows);
    if (lease !== null) lease.renewing = true;
    const asked = { part, sent, month, limits, lease, snapshot, recalled: false };
    this.#sent.set(client, asked);
    return asked;
  }

  #renew(client: string, lease: Lease, when: 'now' | 'soon'): void {
    if (when === 'now' && lease.renewing) return;
    if (when === 'now') lease.renewing = true;
    this.#options.due(client, when);
  }

  #renewLater(client: string, lease: Lease): void {
    if (lease.open) this.#options.due(client, 'soon');
    else this.#renew(client, lease, 'now');
  }
}
