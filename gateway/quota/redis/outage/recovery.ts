import type { Admission } from '../../admission.ts';
import type { Admit, AdmitAnswer, CounterStore, GiveBack } from '../../contract.ts';
import type { Replay } from '../../replay.ts';
import { Touched } from '../../touched.ts';
import type { UncountedCalls } from './uncounted-calls.ts';

/** A counter store that can tell later what became of a command. */
export interface RecallingStore extends CounterStore {
  /**
   * The answer to a command whose answer was lost; `null` where it has not run and never will. `followed` where a later
   * command of its process ran for the client, since the answer to the last one alone is kept.
   */
  recall(command: Admit): Promise<AdmitAnswer | null | 'followed'>;
}

export interface RecoveryOptions {
  /** Not behind the breaker: it is asked while that is still open. */
  readonly store: RecallingStore;
  /** Behind the breaker. */
  readonly guarded: Pick<CounterStore, 'giveBack'>;
  readonly admission: Pick<Admission, 'replay'>;
  readonly now: () => number;
  readonly log: { warn(fields: object, message: string): void };
}

/** Brings what was answered during an outage to the counters, each call once. */
export class Recovery {
  readonly touched = new Touched();
  readonly #options: RecoveryOptions;
  readonly #replaying = new Set<Replay>();
  readonly #returning = new Set<UncountedCalls>();

  constructor(options: RecoveryOptions) {
    this.#options = options;
  }

  /** Finds out what became of the commands in doubt. Until it is done no process of theirs may send a later one. */
  async resolve(calls: UncountedCalls): Promise<void> {
    const { store, now, log } = this.#options;
    const doubts = [...calls.backlog.doubts.values()];
    await Promise.all(
      doubts.map(async ({ command }) => {
        const answer = await store.recall(command);
        if (answer === 'followed') {
          // Whoever sent the later one had found out and could not note it: its calls were seen to then.
          log.warn({ client: command.client }, 'a command in doubt was followed by another and is forgotten');
          calls.forget(command.client);
          return;
        }
        // It ran unheard: its process does not know that there is something to fold.
        if (answer?.kind === 'decided') this.touched.add(command.client, answer.month);
        await calls.resolved(command.client, now(), answer);
      }),
    );
  }

  /** Sends what is ready to be sent; what fails stays and is sent again the next time. */
  async send(calls: UncountedCalls): Promise<void> {
    await calls.seal();
    for (const replay of calls.backlog.replays) this.#replay(calls, replay);
    await this.#giveBack(calls);
  }

  /** The admission tries until it has an answer, before any later command of the client. */
  #replay(calls: UncountedCalls, replay: Replay): void {
    if (this.#replaying.has(replay)) return;
    this.#replaying.add(replay);
    void this.#options.admission.replay(replay).then(() => {
      this.#replaying.delete(replay);
      calls.backlog.counted(replay);
    });
  }

  async #giveBack(calls: UncountedCalls): Promise<void> {
    if (this.#returning.has(calls)) return;
    this.#returning.add(calls);
    const byClient = Map.groupBy(calls.backlog.returns, ({ client }) => client);
    try {
      await Promise.all(Array.from(byClient.values(), (returns) => this.#inOrder(calls, returns)));
    } catch (error) {
      this.#options.log.warn({ err: error }, 'units of refused calls are not given back yet');
    } finally {
      this.#returning.delete(calls);
    }
  }

  async #inOrder(calls: UncountedCalls, returns: readonly GiveBack[]): Promise<void> {
    for (const command of returns) {
      await this.#options.guarded.giveBack(command);
      this.touched.add(command.client, command.month);
      calls.backlog.returned(command);
    }
  }
}
