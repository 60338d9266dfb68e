import type { CounterStore, StatusClass, UsageName } from '../contract.ts';
import { inParallel } from '../in-parallel.ts';
import type { AdmissionOptions } from './admission-options.ts';
import { Refusals, type RefusedCalls } from './refusals.ts';
import type { Schedule } from './schedule.ts';

/** Milliseconds between retries. */
const FLUSH_MS = 1_000;

export interface PendingWorkOptions {
  readonly store: Pick<CounterStore, 'tally'>;
  readonly schedule: Schedule;
  readonly log: AdmissionOptions['log'];
  /** Sends the give-backs that wait. They tell `failed` about each error. */
  readonly giveBack: () => Promise<void>;
  /** Loads the counters of a month that the store does not have. */
  readonly load: (client: string, month: string) => Promise<unknown>;
  /** Refused calls were counted. */
  readonly counted: (client: string, rows: readonly UsageName[]) => void;
}

/** What calls leave to be sent after their answers: refusal counts and give-backs. Retries until the store takes them. */
export class PendingWork {
  readonly #options: PendingWorkOptions;
  readonly #refusals = new Refusals();
  #flushing = false;
  /** Failures to send pending work since everything was last sent. */
  #failures = 0;

  constructor(options: PendingWorkOptions) {
    this.#options = options;
  }

  /** A call was refused. */
  refused(client: string, key: string, calculator: string, status: StatusClass, at: number): void {
    this.#refusals.count(client, key, calculator, status, at);
    this.#flushSoon();
  }

  /** Work could not be sent and stays pending. Logged once per outage, not every second for each client. */
  failed(error: unknown): void {
    if (this.#failures === 0)
      this.#options.log.warn(
        { err: error },
        'the counter store did not take give-backs or refusal counts: they are retried',
      );
    this.#failures += 1;
    this.#flushSoon();
  }

  /** Sends everything now. */
  async flush(): Promise<void> {
    const failures = this.#failures;
    await this.#options.giveBack();
    await inParallel(this.#refusals.take(), (calls) => this.#tally(calls));
    if (this.#failures === failures) this.#failures = 0;
    const dropped = this.#refusals.takeDropped();
    if (dropped > 0)
      this.#options.log.warn(
        { calls: dropped },
        'refused calls were dropped from the usage: too many rows wait to be counted',
      );
  }

  async #tally(calls: RefusedCalls): Promise<void> {
    const { store, load, counted } = this.#options;
    const { client, month, rows } = calls;
    try {
      if ((await store.tally(client, month, rows)) === 'gone') {
        await load(client, month);
        await store.tally(client, month, rows);
      }
      counted(client, rows);
    } catch (error) {
      // The command may have run. Counting a refusal twice does less harm than losing an outage's refusals.
      this.#refusals.putBack(calls);
      this.failed(error);
    }
  }

  #flushSoon(): void {
    if (this.#flushing) return;
    this.#flushing = true;
    this.#options.schedule.after(FLUSH_MS, () => {
      this.#flushing = false;
      void this.flush();
    });
  }
}
