import type { Admission } from '../../admission/admission.ts';
import { hasReported, outcomeOf } from '../../admission/outcome.ts';
import type { Replay } from '../../admission/replay.ts';
import { Touched } from '../../admission/touched.ts';
import type { Admit, CounterStore, GiveBack, Keep, Recalled, RecallingStore } from '../../contract.ts';
import { inParallel } from '../../in-parallel.ts';
import { type LeftLeases, reportLeftLeases } from '../leases/left-leases.ts';
import type { UncountedCalls } from './uncounted-calls.ts';

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

/** Counts the calls answered during an outage, each once. */
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
  resolve(calls: UncountedCalls): Promise<void> {
    const doubts = [...calls.backlog.doubts.values()];
    return inParallel(doubts, ({ command }) => this.#resolve(calls, command));
  }

  /** Sends all ready work; failed work stays for the next attempt. */
  async send(calls: UncountedCalls): Promise<void> {
    await calls.seal();
    const { replays, returns, keeps } = calls.backlog;
    await this.#inOrder(keeps, async (command) => {
      const { client, day, key, calculator } = command;
      if ((await this.#options.guarded.keep(command)) === 'counted') {
        this.touched.row(client, day, key, calculator, '2xx');
      }
      calls.backlog.kept(command);
    });
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

  /** Reports the leases that a dead process left in its journal. */
  async reportLeases(left: LeftLeases): Promise<void> {
    const { admission, log } = this.#options;
    this.counted += await reportLeftLeases(left, admission, (records) =>
      log.warn({ ...records }, 'journal records are missing: the calls of leases in them are lost'),
    );
  }

  async #resolve(calls: UncountedCalls, command: Admit): Promise<void> {
    const { now } = this.#options;
    const { client } = command;
    if (now() - command.at > RECALLED_MS) {
      this.#forget(calls, client, 'a command in doubt is too old to look up: its calls are taken as counted');
      return;
    }
    const answer = await this.#outcome(command);
    if (answer === 'contained') {
      this.#forget(calls, client, 'the checkpoint contains a command in doubt: its calls are taken as counted');
    } else if (answer === 'followed') {
      // The sender of the later command had resolved this one but could not journal it: its calls were handled then.
      this.#forget(calls, client, 'a command in doubt was followed by another: its calls were already handled');
    } else if (answer === 'unreadable') {
      this.#forget(calls, client, 'the answer to a command in doubt is unreadable: its calls are taken as counted');
    } else {
      // It ran without an answer, so its process does not know that the month needs a checkpoint.
      if (answer?.kind === 'decided') for (const item of command.items) this.touched.call(client, command.at, item);
      if (!hasReported(answer)) this.#options.admission.notCounted(command);
      await calls.resolved(client, now(), answer);
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

  #forget(calls: UncountedCalls, client: string, message: string): void {
    this.#options.log.warn({ client }, message);
    calls.forget(client);
  }

  /** Sends the commands of each client in order, because a counter takes the sequences of a name in order only. */
  async #inOrder<C extends Replay | GiveBack | Keep>(commands: Iterable<C>, send: (command: C) => Promise<void>) {
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
