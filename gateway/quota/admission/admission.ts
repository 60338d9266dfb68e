import { dayOf, monthOf } from '../../values/calendar.ts';
import type { Checkpoint, CounterStore, Limits, StatusClass, Verdict, Watermark } from '../contract.ts';
import { inParallel } from '../in-parallel.ts';
import { NO_CALCULATOR } from '../model/usage-names.ts';
import type { AdmissionRequest, Done, Reservation } from './admission-request.ts';
import type { Waiting } from './client-queue.ts';
import { type Decided, Dispatcher } from './dispatcher.ts';
import { Refusals, type RefusedCalls } from './refusals.ts';
import { type Replay, replay } from './replay.ts';
import { Reservations } from './reservations.ts';
import { NODE_SCHEDULE, type Schedule } from './schedule.ts';
import { Touched, type TouchedMonth } from './touched.ts';
import { type CheckpointedCounters, Watermarks } from './watermarks.ts';

export type { AdmissionRequest, Decision, Done, Reservation } from './admission-request.ts';
export { AdmissionUnavailable } from './admission-request.ts';
export type { Replay } from './replay.ts';
export type { CheckpointedCounters } from './watermarks.ts';

/** Between attempts to send what was kept back: refused calls, errands that failed. */
const FLUSH_MS = 1_000;

export interface AdmissionOptions {
  readonly store: CounterStore;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** A random name for this process, never used before. */
  readonly process: string;
  /** What SQL holds of a client and month. */
  readonly loadCheckpoint: (client: string, month: string) => Promise<Checkpoint>;
  /** The limits as SQL knows them; asked for replays only, every other call brings its own. */
  readonly loadLimits: (client: string) => Promise<Limits>;
  readonly log: { warn(fields: object, message: string): void };
  readonly schedule?: Schedule;
}

/**
 * What a process asks of its counters. Calls of a client that wait in the same turn of the event loop travel as one
 * command, and a client has one command in flight.
 */
export class Admission {
  readonly #options: AdmissionOptions;
  readonly #schedule: Schedule;
  readonly #dispatcher: Dispatcher;
  readonly #watermarks = new Watermarks();
  readonly #reservations = new Reservations();
  readonly #refusals = new Refusals();
  readonly #touched = new Touched();
  #flushing = false;
  /** To send what was kept back, since the last time that all of it could be sent. */
  #failures = 0;

  constructor(options: AdmissionOptions) {
    this.#options = options;
    this.#schedule = options.schedule ?? NODE_SCHEDULE;
    this.#dispatcher = new Dispatcher({
      store: options.store,
      process: options.process,
      schedule: this.#schedule,
      watermarks: this.#watermarks,
      now: () => this.#now(),
      load: (client, month) => this.#load(client, month),
      deliver: (batch, at, answer) => this.#deliver(batch, at, answer),
      refuse: (waiting, error) => {
        for (const { done } of waiting) this.#tell(done, error, null);
      },
      errandFailed: (error) => this.#kept(error),
    });
  }

  /** Asks for one call. `done` is called once, later, unless the caller is `abandoned` before its command is sent. */
  admit(request: AdmissionRequest, done: Done): void {
    this.#dispatcher.admit(request, done);
  }

  /** The forwarded call was answered with a complete 2xx: its reservation is what it cost. */
  keep(reservation: Reservation): void {
    this.#reservations.remove(reservation);
  }

  /** The forwarded call became a `status` answer that is not charged. Tried until the store has answered. */
  giveBack(reservation: Reservation, status: StatusClass): void {
    const { store, process } = this.#options;
    const { client } = reservation;
    const sequence = this.#dispatcher.takeSequence();
    this.#dispatcher.send(client, async () => {
      const command = { ...reservation, process, sequence, at: this.#now(), status };
      await store.giveBack(command);
      this.#reservations.remove(reservation);
      this.#touched.giveBack(command);
    });
  }

  /**
   * Counts calls that were answered while the store was away, beyond all limits. Rejects where it is not known whether it
   * has: to be asked again, it counts them once.
   */
  async count(calls: Replay): Promise<'counted' | 'duplicate'> {
    const { client } = calls;
    const month = monthOf(calls.at);
    const outcome = await replay(this.#options.store, calls, {
      watermark: () => this.#watermarks.get(client, month),
      load: () => this.#load(client, month),
      loadLimits: () => this.#options.loadLimits(client),
    });
    for (const item of calls.items) this.#touched.call(client, calls.at, item);
    return outcome;
  }

  /**
   * Counts a call that is not charged and that no command has carried: a refusal before admission (401, 403, or 429 where a
   * probe has shown it), or a call that was answered while the store was away. `admit` counts its own refusals.
   *
   * @param calculator left out where the call did not come as far as a calculator
   */
  recordUncharged(client: string, key: string, status: StatusClass, calculator: string = NO_CALCULATOR): void {
    this.#refuse(client, key, calculator, status, this.#now());
  }

  /** What is to be checkpointed: what was changed since the last time it was asked. */
  takeTouched(): TouchedMonth[] {
    return this.#touched.take();
  }

  /**
   * Tells what SQL holds after a snapshot was saved: counters that show less are loaded again before they admit. Where
   * several processes checkpoint, that may be more than the snapshot: only so does a process that knows an older checkpoint notice
   * that the store was rewound.
   */
  checkpointed(held: CheckpointedCounters): void {
    this.#watermarks.raise(held);
  }

  /** Tries what waits to be sent: give-backs, refused calls. Happens by itself within a second. */
  async flush(): Promise<void> {
    const failures = this.#failures;
    await this.#dispatcher.runErrands();
    await inParallel(this.#refusals.take(), (calls) => this.#tally(calls));
    if (this.#failures === failures) this.#failures = 0;
    const dropped = this.#refusals.takeDropped();
    if (dropped > 0) this.#options.log.warn({ calls: dropped }, 'refused calls found no room to be counted');
  }

  #deliver(batch: readonly Waiting[], at: number, answer: Decided): void {
    batch.forEach((waiting, index) => {
      const verdict = answer.verdicts[index];
      if (verdict !== undefined) this.#deliverOne(waiting, at, answer, verdict);
    });
  }

  #deliverOne({ request, done }: Waiting, at: number, answer: Decided, verdict: Verdict): void {
    const { client, item } = request;
    const { month, epoch, limits } = answer;
    let reservation: Reservation | null = null;
    let onlyReservations = false;
    if (verdict.outcome !== 'admitted') {
      if (!item.probe) this.#refuse(client, item.key, item.calculator, '429', at);
      onlyReservations = this.#reservations.alone(client, month, limits, verdict, item.check);
    } else {
      this.#touched.call(client, at, item);
      if (request.reserve) {
        const { key, family, calculator } = item;
        reservation = { client, month, day: dayOf(at), epoch, split: verdict.split, key, family, calculator };
        this.#reservations.add(reservation);
      }
    }
    this.#tell(done, null, { verdict, limits, at, month, epoch, reservation, onlyReservations });
  }

  /** `done` belongs to others: what one of them throws must not keep the rest from their answer. */
  #tell(done: Done, ...result: Parameters<Done>): void {
    try {
      done(...result);
    } catch (error) {
      this.#options.log.warn({ err: error }, 'a caller failed on its decision');
    }
  }

  #refuse(client: string, key: string, calculator: string, status: StatusClass, at: number): void {
    this.#refusals.count(client, key, calculator, status, at);
    this.#flushSoon();
  }

  async #tally(calls: RefusedCalls): Promise<void> {
    const { client, month, rows } = calls;
    try {
      if ((await this.#options.store.tally(client, month, rows)) === 'gone') {
        await this.#load(client, month);
        await this.#options.store.tally(client, month, rows);
      }
      for (const { day, key, calculator, status } of rows) this.#touched.row(client, day, key, calculator, status);
    } catch (error) {
      // It may have run: a refusal counted twice harms less than an outage without any.
      this.#refusals.putBack(calls);
      this.#kept(error);
    }
  }

  /** Something could not be sent and waits. Told once, not every second for each client while a store is away. */
  #kept(error: unknown): void {
    if (this.#failures === 0) this.#options.log.warn({ err: error }, 'give-backs or refused calls are kept');
    this.#failures += 1;
    this.#flushSoon();
  }

  async #load(client: string, month: string): Promise<Watermark> {
    const checkpoint = await this.#options.loadCheckpoint(client, month);
    const watermark = await this.#options.store.load(client, month, checkpoint);
    this.#watermarks.set(client, month, watermark);
    return watermark;
  }

  #flushSoon(): void {
    if (this.#flushing) return;
    this.#flushing = true;
    this.#schedule.after(FLUSH_MS, () => {
      this.#flushing = false;
      void this.flush();
    });
  }

  #now(): number {
    return Math.floor(this.#options.clock());
  }
}
