import { dayOf, monthOf } from '../../values/calendar.ts';
import {
  type Admit,
  holdName,
  type Keep,
  type Outcome,
  type StatusClass,
  type Verdict,
  type Watermark,
} from '../contract.ts';
import { units } from '../model/affordability.ts';
import { NO_CALCULATOR } from '../model/usage-names.ts';
import type { AdmissionOptions, LeasingOptions, Progress } from './admission-options.ts';
import { type AdmissionRequest, AdmissionUnavailable, type Done, type Reservation } from './admission-request.ts';
import type { Waiting } from './client-queue.ts';
import { type Decided, Dispatcher } from './dispatcher.ts';
import { KnownCounters } from './known-counters.ts';
import type { Instant } from './lease.ts';
import { type LeaseFigures, LeaseTable, NO_LEASES } from './lease-table.ts';
import { LeasedCalls } from './leased-calls.ts';
import { NewKeys } from './new-keys.ts';
import { PendingWork } from './pending-work.ts';
import { Renewals } from './renewals.ts';
import { type Replay, replay } from './replay.ts';
import { Reservations } from './reservations.ts';
import { NODE_SCHEDULE, type Schedule } from './schedule.ts';
import { Touched, type TouchedMonth } from './touched.ts';
import type { CheckpointedCounters } from './watermarks.ts';

export type { AdmissionOptions, LeasingOptions, Loss, Progress, Recalls } from './admission-options.ts';
export type { AdmissionRequest, Decision, Done, Reservation } from './admission-request.ts';
export { AdmissionUnavailable } from './admission-request.ts';
export type { LostUnits } from './confirmed-units.ts';
export type { Replay } from './replay.ts';
export type { CheckpointedCounters } from './watermarks.ts';

/** Most times that a call waits for leases of other processes: about a second. */
const MOST_AGAIN = 100;

/** Milliseconds between looks at leases that are being closed, and their number. */
const CLOSING_MS = 10;
const MOST_WAITS = 100;

/** The command that keeps a reservation; `null` if no hold covers it. */
export function keepOf({ hold, ...reservation }: Reservation): Keep | null {
  return hold === undefined ? null : { ...reservation, hold };
}

/** Status class of a refused call. A refusal by an idempotency key is a mistake of the caller. */
function refusedAs(outcome: Outcome): StatusClass {
  return outcome === 'burst' || outcome === 'month' || outcome === 'credits' || outcome === 'cap' ? '429' : '4xx';
}

/**
 * The admission of one process. Calls of a client that arrive in the same turn of the event loop are sent as one
 * command, and each client has at most one command in flight. See README.md for the contract.
 */
export class Admission {
  readonly #options: AdmissionOptions;
  readonly #schedule: Schedule;
  readonly #dispatcher: Dispatcher;
  readonly #known: KnownCounters;
  readonly #reservations = new Reservations();
  readonly #touched = new Touched();
  readonly #newKeys: NewKeys;
  /** `null` without leases. */
  readonly #leases: LeaseTable | null;
  readonly #leased: LeasedCalls | null;
  readonly #pending: PendingWork;

  constructor(options: AdmissionOptions) {
    this.#options = options;
    this.#schedule = options.schedule ?? NODE_SCHEDULE;
    this.#newKeys = options.newKeys ?? new NewKeys();
    this.#leases = options.leases === undefined ? null : this.#leaseTable(options.leases);
    this.#known = new KnownCounters(options);
    this.#leased = this.#leases === null ? null : this.#leasedCalls(this.#leases);
    this.#dispatcher = new Dispatcher({
      store: options.store,
      process: options.process,
      schedule: this.#schedule,
      watermarks: this.#known.watermarks,
      now: () => this.#now(),
      load: (client, month) => this.#known.load(client, month),
      deliver: (batch, command, answer) => this.#deliver(batch, command, answer),
      refuse: (waiting, error) => {
        for (const { done } of waiting) this.#call(done, error, null);
      },
      leases: this.#leases,
      instant: () => this.#instant(),
      decideByLease: ({ request, done }) =>
        this.#leased?.admit(request, done, this.#leases?.get(request.client), this.#instant()) ?? false,
      beforeSending: () => this.#leased?.answer(),
      deferredFailed: (error) => this.#pending.failed(error),
    });
    this.#pending = new PendingWork({
      store: options.store,
      schedule: this.#schedule,
      log: options.log,
      giveBack: () => this.#dispatcher.runDeferred(),
      load: (client, month) => this.#known.load(client, month),
      counted: (client, rows) => this.#touched.rows(client, rows),
    });
  }

  /** Asks for one call. Calls `done` once, later, unless the caller is `abandoned` before its command is sent. */
  admit(request: AdmissionRequest, done: Done): void {
    if (request.item.once !== undefined && this.#newKeys.isFull(performance.now())) {
      const full = new Error('too many idempotency keys in 24 hours');
      this.#schedule.turn(() => this.#call(done, new AdmissionUnavailable(request.client, null, full), null));
      return;
    }
    if (this.#leases !== null) {
      const now = this.#instant();
      const lease = this.#leases.ask(request, now);
      if (this.#leased?.admit(request, done, lease, now)) return;
    }
    this.#dispatcher.admit(request, done);
  }

  /** Closes all leases that are open now. Resolves when they are closed, or after a second. */
  async closeLeases(): Promise<void> {
    if (this.#leases === null) return;
    this.#leased?.answer();
    const closing = this.#leases.closeAll();
    for (let waits = 0; closing() && waits < MOST_WAITS; waits += 1) {
      await new Promise<void>((resolve) => this.#schedule.after(CLOSING_MS, resolve));
    }
  }

  /**
   * The forwarded call got a complete 2xx answer: its reservation becomes its cost. Calls `done` when this survives the
   * death of the process, so that the answer may leave, or with the error that prevented it. A reservation ends once:
   * later outcomes change nothing.
   */
  keep(reservation: Reservation, done: (error: Error | null) => void = () => {}): void {
    if (!this.#reservations.end(reservation)) return;
    const command = keepOf(reservation);
    this.#reservations.remove(reservation);
    if (command === null) done(null);
    else {
      this.#options.store.keep(command).then((answer) => {
        if (answer === 'counted')
          this.#touched.row(command.client, command.day, command.key, command.calculator, '2xx');
        done(null);
      }, done);
    }
  }

  /** The forwarded call got a `status` answer, which is not charged. Retries until the store has answered. */
  giveBack(reservation: Reservation, status: StatusClass): void {
    if (!this.#reservations.end(reservation)) return;
    const { store, process } = this.#options;
    const { client } = reservation;
    const sequence = this.#dispatcher.takeSequence();
    this.#dispatcher.defer(client, async () => {
      const command = { ...reservation, process, sequence, at: this.#now(), status };
      await store.giveBack(command);
      this.#reservations.remove(reservation);
      this.#touched.giveBack(command);
    });
  }

  /**
   * Counts calls that were answered while the store was away, beyond all limits. Rejects if the outcome is unknown; it
   * is safe to call again, because a replay is counted once.
   */
  async count(calls: Replay): Promise<'counted' | 'duplicate'> {
    const { client } = calls;
    const month = monthOf(calls.at);
    const outcome = await replay(this.#options.store, calls, {
      watermark: () => this.#known.watermarks.get(client, month),
      load: () => this.#known.load(client, month),
      loadLimits: () => this.#options.loadLimits(client),
      decided: (answer) => this.#known.heard(client, answer),
    });
    for (const item of calls.items) this.#touched.call(client, calls.at, item);
    this.#touched.rows(client, calls.lease?.report?.rows ?? []);
    return outcome;
  }

  /** The report of a command that was in doubt is neither in the counters nor in a checkpoint. */
  notCounted({ client, process, sequence }: Admit): void {
    if (process === this.#options.process) this.#leases?.notCounted(client, sequence);
  }

  /**
   * Counts an uncharged call that no command carried: a refusal before admission (401, 403, or 429 where a probe predicted
   * it), or a call that was answered while the store was away. `admit` counts its own refusals.
   *
   * @param calculator omitted if the call did not reach a calculator
   */
  recordUncharged(client: string, key: string, status: StatusClass, calculator: string = NO_CALCULATOR): void {
    this.#pending.refused(client, key, calculator, status, this.#now());
  }

  /**
   * What the next checkpoint will contain: the calls counted so far, less those of leases that are not reported and
   * those of commands without an answer.
   */
  progress(): Progress {
    const now = this.#now();
    return { through: this.#leases?.reportedThrough(now) ?? now, sequence: this.#dispatcher.answered };
  }

  /** Figures about the leases of this process. */
  leaseFigures(): LeaseFigures {
    return this.#leases?.figures() ?? NO_LEASES;
  }

  /** The months and usage rows changed since the last call, for the next checkpoint. */
  takeTouched(): Iterable<TouchedMonth> {
    return this.#touched.take();
  }

  /**
   * Reports what SQL holds after a snapshot was saved. Counters that show less are reloaded before they admit again.
   * With several checkpointing processes SQL may hold more than the snapshot; only that value lets a process with an
   * older checkpoint notice that the store was rewound.
   */
  checkpointed(held: CheckpointedCounters): void {
    this.#known.checkpointed(held);
  }

  /** Sends pending give-backs and refusal counts. Also runs by itself within a second. */
  flush(): Promise<void> {
    return this.#pending.flush();
  }

  #leaseTable({ journal, recalls, monotonic }: LeasingOptions): LeaseTable {
    const renewals = new Renewals(this.#schedule, monotonic, (client) => this.#dispatcher.renew(client));
    const table = new LeaseTable({
      process: this.#options.process,
      journal,
      hearsRecalls: () => recalls.live,
      due: (client, when) => (when === 'now' ? this.#dispatcher.renew(client) : renewals.remind(client)),
      counted: (client, rows) => this.#touched.rows(client, rows),
    });
    recalls.listen((client) => table.heardRecall(client));
    return table;
  }

  #leasedCalls(leases: LeaseTable): LeasedCalls {
    return new LeasedCalls({
      leases,
      schedule: this.#schedule,
      answer: (done, decision) => this.#call(done, null, decision),
      ask: (request, done) => this.#dispatcher.admit(request, done),
    });
  }

  /** Returns the calls that must be decided again, because other processes are closing their leases. */
  #deliver(batch: readonly Waiting[], command: Admit, answer: Decided): readonly Waiting[] {
    const { client } = command;
    this.#known.heard(client, answer);
    const again: Waiting[] = [];
    batch.forEach((waiting, index) => {
      const verdict = answer.verdicts[index];
      if (verdict === undefined) return;
      if (verdict.held === 'recalled' && waiting.again < MOST_AGAIN) {
        waiting.again += 1;
        again.push(waiting);
      } else this.#deliverOne(waiting, command, answer, verdict, index);
    });
    return again;
  }

  #deliverOne({ request, done }: Waiting, command: Admit, answer: Decided, verdict: Verdict, index: number): void {
    const { at } = command;
    const { client, item } = request;
    const { month, epoch, limits } = answer;
    let reservation: Reservation | null = null;
    let onlyReservations = false;
    if (verdict.outcome !== 'admitted') {
      if (!item.probe) this.#pending.refused(client, item.key, item.calculator, refusedAs(verdict.outcome), at);
      onlyReservations =
        verdict.held !== undefined || this.#reservations.alone(client, month, limits, verdict, item.cost);
    } else {
      this.#touched.call(client, at, item);
      if (item.once !== undefined && units(verdict.split) > 0) this.#newKeys.charged(item.once.key, performance.now());
      if (request.reserve) {
        const { key, family, calculator } = item;
        const hold = holdName(command.process, command.sequence, index);
        const taken = { client, month, day: dayOf(at), epoch, split: verdict.split, key, family, calculator, hold };
        reservation = item.once === undefined ? taken : { ...taken, once: item.once };
        this.#reservations.add(reservation);
      }
    }
    this.#call(done, null, { verdict, limits, at, month, epoch, reservation, onlyReservations });
  }

  /** A caller's `done` may throw; the other callers must still get their answer. */
  #call(done: Done, ...result: Parameters<Done>): void {
    try {
      done(...result);
    } catch (error) {
      this.#options.log.warn({ err: error }, 'a caller failed on its decision');
    }
  }

  /** See {@link KnownCounters.load}. */
  load(...counters: Parameters<KnownCounters['load']>): Promise<Watermark> {
    return this.#known.load(...counters);
  }

  #instant(): Instant {
    const { leases } = this.#options;
    return { store: this.#now(), wall: leases?.wall() ?? 0, monotonic: leases?.monotonic() ?? 0 };
  }

  #now(): number {
    return Math.floor(this.#options.clock());
  }
}
