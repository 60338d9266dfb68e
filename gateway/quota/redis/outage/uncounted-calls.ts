import type { Admit, AdmitAnswer, Keep, StatusClass } from '../../contract.ts';
import { Backlog } from './backlog.ts';
import type { Entry, NotedCall } from './entries.ts';
import { OutageJournal, type OutageJournalOptions } from './outage-journal.ts';

/** A call answered without a decision of the counters. */
export interface UncountedCall extends NotedCall {
  /** Its position in the client's command in doubt; `null` if no command carried it. */
  readonly index: number | null;
}

export interface UncountedCallsOptions extends OutageJournalOptions {
  /** The journal's name, never reused. */
  readonly name: string;
}

/**
 * The calls answered during an outage, in a journal on disk and as its backlog. A call enters the backlog once it is on
 * disk, so the backlog equals what another process would read.
 */
export class UncountedCalls {
  readonly backlog: Backlog;
  readonly #journal: OutageJournal;
  #numbers = 0;

  constructor(options: UncountedCallsOptions) {
    this.backlog = new Backlog(options.name);
    this.#journal = new OutageJournal(options);
  }

  /** Whether no work is left and the journal can be removed. */
  get done(): boolean {
    return this.backlog.empty && this.#journal.idle;
  }

  /** Takes over the journal of a dead process. Its forwarded calls without an outcome were not answered. */
  async takeOver(): Promise<void> {
    for await (const entry of this.#journal.read()) this.backlog.apply(entry);
    await Promise.all(Array.from(this.backlog.forwarded, ([id, { at }]) => this.released(id, at, '5xx')));
  }

  /** Records a command without an answer. */
  doubt(command: Admit): void {
    const entry = { kind: 'doubt', command } as const;
    // Applied at once, because its callers look up their positions next. The entry reaches the disk before any entry
    // that refers to it.
    this.backlog.apply(entry);
    this.#journal.append(entry, () => {});
  }

  /**
   * The position of a call in the unanswered command; `null` if that command was not sent. Callers are failed in order
   * and each asks once.
   */
  place(client: string, sequence: number): number | null {
    const doubt = this.backlog.doubts.get(client);
    if (doubt?.command.sequence !== sequence) return null;
    doubt.nextPosition += 1;
    return doubt.nextPosition - 1;
  }

  /** Records a call to be answered. Resolves when it may be answered, rejects if it cannot be recorded. */
  async answered({ index, ...call }: UncountedCall): Promise<void> {
    if (index !== null) return this.#write({ kind: 'answered-in-doubt', client: call.client, index, id: null });
    if (this.backlog.full(call)) throw new Error('too many different calls wait to be counted');
    return this.#write({ kind: 'answered', ...call, count: 1 });
  }

  /** Records a call to be forwarded. Resolves with its id when it may be forwarded. */
  async forwarded({ index, ...call }: UncountedCall): Promise<number> {
    this.#numbers += 1;
    const id = this.#numbers;
    const { client } = call;
    await this.#write(
      index === null ? { kind: 'forwarded', id, ...call } : { kind: 'answered-in-doubt', client, index, id },
    );
    return id;
  }

  /** The forwarded call got a complete 2xx answer. Resolves when the answer may leave, rejects if it must not. */
  kept(id: number): Promise<void> {
    return this.#write({ kind: 'kept', id });
  }

  /** A call that the counters had admitted got a complete 2xx answer, but they cannot be told. As {@link kept}. */
  keep(command: Keep): Promise<void> {
    return this.#write({ kind: 'keep', command });
  }

  /** The forwarded call got a `status` answer that is not charged. */
  released(id: number, at: number, status: StatusClass): Promise<void> {
    return this.#note({ kind: 'released', id, at, status });
  }

  /** Records the outcome of a client's command in doubt: its answer, or `null` if it never ran. */
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

  /** Drops a client's command in doubt whose outcome cannot be learned any more. */
  forget(client: string): void {
    this.backlog.forget(client);
  }

  /** Turns all calls answered so far into replays. */
  async seal(): Promise<void> {
    if (this.backlog.hasAnswered) await this.#note({ kind: 'sealed' });
  }

  /** Closes the journal and leaves pending work to the next process. */
  close(): Promise<void> {
    return this.#journal.close();
  }

  /** Removes the journal, once no work is left. */
  remove(): Promise<void> {
    return this.#journal.remove();
  }

  /** Applies an entry only after it is on disk. */
  #write(entry: Entry): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#journal.append(entry, (error) => {
        if (error !== null) return reject(error);
        this.backlog.apply(entry);
        resolve();
      });
    });
  }

  /** Applies a fact even if the disk fails; then only a successor would not know it. */
  #note(entry: Entry): Promise<void> {
    return new Promise((resolve) => {
      this.#journal.append(entry, () => {
        this.backlog.apply(entry);
        resolve();
      });
    });
  }
}
