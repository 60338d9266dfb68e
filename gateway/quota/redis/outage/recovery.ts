import type { Admission } from '../../admission/admission.ts';
import type { Replay } from '../../admission/replay.ts';
import { Touched } from '../../admission/touched.ts';
import type { Admit, AdmitAnswer, CounterStore, GiveBack, RecallingStore } from '../../contract.ts';
import { inParallel } from '../../in-parallel.ts';
import type { UncountedCalls } from './uncounted-calls.ts';

/**
 * Milliseconds after which the store may have forgotten a command (it keeps the last of a process for a day), an hour
 * early. Whether it ran is not to be found out then; since nothing may count twice, its calls are taken for counted.
 */
const RECALLED_MS = 23 * 3_600_000;

export interface RecoveryOptions {
  /** Not behind the breaker: it is asked while that is still open. */
  readonly store: RecallingStore;
  /** Behind the breaker. */
  readonly guarded: Pick<CounterStore, 'giveBack'>;
  readonly admission: Pick<Admission, 'count'>;
  /** Whether an error of the store says nothing about other clients. */
  readonly concernsOneClient: (error: unknown) => boolean;
  /** Whole milliseconds since 1970. */
  readonly now: () => number;
  readonly log: { warn(fields: object, message: string): void };
}

/** Brings what was answered during an outage to the counters, each call once. */
export class Recovery {
  readonly touched = new Touched();
  /** Calls that were brought to the counters, since the start. */
  counted = 0;
  readonly #options: RecoveryOptions;

  constructor(options: RecoveryOptions) {
    this.#options = options;
  }

  /** Finds out what became of the commands in doubt. Until it is done no process of theirs may send a later one. */
  resolve(calls: UncountedCalls): Promise<void> {
    const doubts = [...calls.backlog.doubts.values()];
    return inParallel(doubts, ({ command }) => this.#resolve(calls, command));
  }

  /** Sends what is ready to be sent; what fails stays and is sent again the next time. */
  async send(calls: UncountedCalls): Promise<void> {
    await calls.seal();
    const { replays, returns } = calls.backlog;
    await this.#inOrder(replays, async (replay) => {
      await this.#options.admission.count(replay);
      this.counted += replay.items.length;
      calls.backlog.counted(replay);
    });
    await this.#inOrder(returns, async (command) => {
      await this.#options.guarded.giveBack(command);
      this.touched.giveBack(command);
      calls.backlog.returned(command);
    });
  }

  async #resolve(calls: UncountedCalls, command: Admit): Promise<void> {
    const { now } = this.#options;
    const { client } = command;
    if (now() - command.at > RECALLED_MS) {
      this.#forget(calls, client, 'a command in doubt is too old to be asked for: its calls are taken for counted');
      return;
    }
    const answer = await this.#recall(command);
    if (answer === 'followed') {
      // Whoever sent the later one had found out and could not note it: its calls were seen to then.
      this.#forget(calls, client, 'a command in doubt was followed by another: its calls were seen to');
    } else if (answer === 'unreadable') {
      this.#forget(calls, client, 'the answer to a command in doubt makes no sense: its calls are taken for counted');
    } else {
      // It ran unheard: its process does not know that there is something to checkpoint.
      if (answer?.kind === 'decided') for (const item of command.items) this.touched.call(client, command.at, item);
      await calls.resolved(client, now(), answer);
    }
  }

  async #recall(command: Admit): Promise<AdmitAnswer | null | 'followed' | 'unreadable'> {
    try {
      return await this.#options.store.recall(command);
    } catch (error) {
      if (!this.#options.concernsOneClient(error)) throw error;
      this.#options.log.warn({ err: error, client: command.client }, 'a command in doubt cannot be recalled');
      return 'unreadable';
    }
  }

  #forget(calls: UncountedCalls, client: string, message: string): void {
    this.#options.log.warn({ client }, message);
    calls.forget(client);
  }

  /** The commands of a client one after the other, since a counter takes the numbers of a name in order only. */
  async #inOrder<C extends Replay | GiveBack>(commands: Iterable<C>, send: (command: C) => Promise<void>) {
    const byClient = Map.groupBy(commands, ({ client }) => client);
    const failures: unknown[] = [];
    await inParallel(byClient.values(), async (ofClient) => {
      try {
        for (const command of ofClient) await send(command);
      } catch (error) {
        failures.push(error);
      }
    });
    const [error] = failures;
    if (error !== undefined) {
      this.#options.log.warn({ err: error, clients: failures.length }, 'calls of an outage are not counted yet');
    }
  }
}
