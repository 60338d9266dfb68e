import type { Admission } from '../../admission/admission.ts';
import { hasReported, outcomeOf } from '../../admission/outcome.ts';
import { Touched } from '../../admission/touched.ts';
import type { Admit, CounterStore, Recalled, RecallingStore } from '../../contract.ts';
import { inParallel } from '../../in-parallel.ts';
import { type Doubt, ranOf } from '../journal/doubt.ts';
import type { Owed } from '../journal/facts.ts';
import { callsOf, type UncountedCalls } from '../journal/uncounted-calls.ts';

/**
 * Milliseconds after which the store may have forgotten a command: it keeps a process's last one for a day, and this is
 * an hour less. Its outcome can then not be learned. Because nothing may count twice, its calls are taken as counted.
 */
const RECALLED_MS = 23 * 3_600_000;

export interface RecoveryOptions {
  /** The store without the breaker, used while the breaker is still open. */
  readonly store: RecallingStore;
  /** The store behind the breaker. */
  readonly guarded: Pick<CounterStore, 'giveBack' | 'keep'>;
  readonly admission: Pick<Admission, 'count' | 'notCounted' | 'load'>;
  /** Whether an error of the store concerns one client only. */
  readonly concernsOneClient: (error: unknown) => boolean;
  /** Whole milliseconds since 1970. */
  readonly now: () => number;
  readonly log: { warn(fields: object, message: string): void };
}

/** Counts the calls in journals, each once: of this process and of dead ones, of outages and of leases. */
export class Recovery {
  readonly touched = new Touched();
  /** Calls counted since the start. */
  counted = 0;
  readonly #options: RecoveryOptions;

  constructor(options: RecoveryOptions) {
    this.#options = options;
  }

  /**
   * Resolves the commands in doubt. Until it has finished, their processes must not send later commands of these
   * clients.
   */
  async resolve(calls: UncountedCalls): Promise<void> {
    await inParallel([...calls.doubts.values()], (doubt) => this.#resolve(calls, doubt));
    await calls.recorded();
  }

  /**
   * Sends everything that is owed; failed work stays for the next attempt. The commands of a client go in order, because
   * a counter takes the sequences of a name in order only.
   */
  async send({ owed }: UncountedCalls): Promise<void> {
    const failures: unknown[] = [];
    await inParallel(Map.groupBy(owed, ({ command }) => command.client).values(), async (ofClient) => {
      try {
        for (const one of ofClient) {
          await this.#send(one);
          owed.delete(one);
        }
      } catch (error) {
        failures.push(error);
      }
    });
    const [error] = failures;
    if (error !== undefined) {
      this.#options.log.warn({ err: error, clients: failures.length }, 'calls in journals are not counted yet');
    }
  }

  async #send(owed: Owed): Promise<void> {
    const { admission, guarded } = this.#options;
    const { kind, command } = owed;
    if (kind === 'count') {
      await admission.count(command);
      this.counted += callsOf(owed);
    } else if (kind === 'return') {
      await guarded.giveBack(command);
      this.touched.giveBack(command);
    } else if ((await guarded.keep(command)) === 'counted') {
      this.touched.row(command.client, command.day, command.key, command.calculator, '2xx');
    }
  }

  async #resolve(calls: UncountedCalls, doubt: Doubt): Promise<void> {
    const { now, admission } = this.#options;
    const { command } = doubt;
    const { client, at, items } = command;
    const takenAsCounted = (message: string) => {
      this.#options.log.warn({ client }, message);
      calls.resolved(doubt, 'counted', now());
    };
    if (now() - at > RECALLED_MS) {
      takenAsCounted('a command in doubt is too old to look up: its calls are taken as counted');
      return;
    }
    const answer = await this.#outcome(command);
    if (answer === 'contained') {
      takenAsCounted('the checkpoint contains a command in doubt: its calls are taken as counted');
    } else if (answer === 'followed') {
      // The sender of the later command had resolved this one but could not journal it: its calls were handled then.
      takenAsCounted('a command in doubt was followed by another: its calls were already handled');
    } else if (answer === 'unreadable') {
      takenAsCounted('the answer to a command in doubt is unreadable: its calls are taken as counted');
    } else {
      // It ran without an answer, so its process does not know that the month needs a checkpoint.
      if (answer?.kind === 'decided') for (const item of items) this.touched.call(client, at, item);
      if (!hasReported(answer)) admission.notCounted(command);
      calls.resolved(doubt, ranOf(answer), now());
    }
  }

  async #outcome(command: Admit): Promise<Exclude<Recalled, 'unknown'> | 'unreadable'> {
    const { store, admission, concernsOneClient, log } = this.#options;
    try {
      return await outcomeOf(store, (client, month) => admission.load(client, month, store), command);
    } catch (error) {
      if (!concernsOneClient(error)) throw error;
      log.warn({ err: error, client: command.client }, 'a command in doubt cannot be recalled');
      return 'unreadable';
    }
  }
}
