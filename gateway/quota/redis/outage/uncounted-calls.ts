import type { Admit, AdmitAnswer, StatusClass } from '../../contract.ts';
import { Backlog, type BacklogOptions } from './backlog.ts';
import type { Entry, NotedCall } from './entries.ts';
import { Journal } from './journal.ts';

/** A call that is answered though the counters have not said that it may be. */
export interface UncountedCall extends NotedCall {
  /** Its place in the client's command in doubt; `null` where no command carried it. */
  readonly index: number | null;
}

export interface UncountedCallsOptions extends BacklogOptions {
  /** Of the journal. */
  readonly path: string;
}

/**
 * The calls answered during an outage: in a journal on the disk, and as the backlog that the journal leaves. A call
 * reaches the backlog when it is on the disk, so that the backlog is what another process would read there.
 */
export class UncountedCalls {
  readonly backlog: Backlog;
  readonly #journal: Journal;
  #numbers = 0;

  constructor({ path, ...options }: UncountedCallsOptions) {
    this.backlog = new Backlog(options);
    this.#journal = new Journal(path);
  }

  /** Whether nothing is left to do, so that the journal can go. */
  get done(): boolean {
    return this.backlog.empty && this.#journal.idle;
  }

  /** Takes over what a dead process has left. Calls that it had forwarded count: they may have been answered. */
  async takeOver(): Promise<void> {
    for await (const entry of this.#journal.read()) this.backlog.apply(entry);
    await Promise.all(Array.from(this.backlog.forwarded, (id) => this.kept(id)));
  }

  /** A command has got no answer. */
  doubt(command: Admit): void {
    const entry = { kind: 'doubt', command } as const;
    // Known at once, since its callers are told next; before anything that refers to it, it is on the disk.
    this.backlog.apply(entry);
    this.#journal.append(entry, () => {});
  }

  /**
   * The place of a call in the command that has got no answer. Its callers are told in order, each asks once. `null`
   * where that command was not sent.
   */
  place(client: string, sequence: number): number | null {
    const doubt = this.backlog.doubts.get(client);
    if (doubt?.command.sequence !== sequence) return null;
    doubt.told += 1;
    return doubt.told - 1;
  }

  /** Notes a call that is to be answered; resolves when it may be, rejects when it cannot be noted. */
  async answered({ index, ...call }: UncountedCall): Promise<void> {
    if (index !== null) return this.#write({ kind: 'answered-in-doubt', client: call.client, index, id: null });
    if (this.backlog.full(call)) throw new Error('too many different calls wait to be counted');
    return this.#write({ kind: 'answered', ...call, count: 1 });
  }

  /** Notes a call that is to be forwarded; resolves with its number when it may be. */
  async forwarded({ index, ...call }: UncountedCall): Promise<number> {
    this.#numbers += 1;
    const id = this.#numbers;
    const { client } = call;
    await this.#write(
      index === null ? { kind: 'forwarded', id, ...call } : { kind: 'answered-in-doubt', client, index, id },
    );
    return id;
  }

  /** The forwarded call was answered with a complete 2xx. */
  kept(id: number): Promise<void> {
    return this.#note({ kind: 'kept', id });
  }

  /** The forwarded call became a `status` answer that is not charged. */
  released(id: number, at: number, status: StatusClass): Promise<void> {
    return this.#note({ kind: 'released', id, at, status });
  }

  /** Notes what became of a client's command in doubt: its answer, or `null` where it never ran. */
  resolved(client: string, at: number, answer: AdmitAnswer | null): Promise<void> {
    const ran =
      answer?.kind !== 'decided'
        ? null
        : {
            month: answer.month,
            epoch: answer.epoch,
            splits: answer.verdicts.map(({ outcome, split }) => (outcome === 'admitted' ? split : null)),
          };
    return this.#note({ kind: 'resolved', client, at, ran });
  }

  /** Nothing can be found out about a client's command in doubt any more. */
  forget(client: string): void {
    this.backlog.forget(client);
  }

  /** Makes replays of all calls that are answered by now. */
  async seal(): Promise<void> {
    if (this.backlog.hasAnswered) await this.#note({ kind: 'sealed' });
  }

  /** Leaves what is left to the next process. */
  close(): Promise<void> {
    return this.#journal.close();
  }

  /** Removes the journal: nothing is left. */
  remove(): Promise<void> {
    return this.#journal.remove();
  }

  /** What must be on the disk before it is so. */
  #write(entry: Entry): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#journal.append(entry, (error) => {
        if (error !== null) return reject(error);
        this.backlog.apply(entry);
        resolve();
      });
    });
  }

  /** What is so, on a broken disk too: only the next process would not know it. */
  #note(entry: Entry): Promise<void> {
    return new Promise((resolve) => {
      this.#journal.append(entry, () => {
        this.backlog.apply(entry);
        resolve();
      });
    });
  }
}
