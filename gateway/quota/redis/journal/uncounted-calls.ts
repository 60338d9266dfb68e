import { ANY_EPOCH } from '../../admission/lease-journal.ts';
import { Doubt, type DoubtOutcome } from './doubt.ts';
import type { OutageFact, Owed } from './facts.ts';

/** Calls that were answered and are not known to be counted, as a journal tells them. */
export class UncountedCalls {
  /** Commands in doubt, by client. */
  readonly doubts = new Map<string, Doubt>();
  /** Commands to send, those of a client in order. */
  readonly owed = new Set<Owed>();

  /** Whether no work is pending and none can follow from known calls. */
  get empty(): boolean {
    return this.doubts.size + this.owed.size === 0;
  }

  /** Number of answered calls not known to be counted, without those of leases that the store has granted. */
  get calls(): number {
    let calls = 0;
    for (const owed of this.owed) if (!isOfGrantedLease(owed)) calls += callsOf(owed);
    for (const { answered } of this.doubts.values()) calls += answered.size;
    return calls;
  }

  /** All of it as facts, from which another process learns the same. */
  facts(): OutageFact[] {
    const doubts = Array.from(this.doubts, ([client, { command, answered }]): OutageFact[] => [
      { kind: 'doubt', command },
      { kind: 'answered', client, sequence: command.sequence, indexes: [...answered] },
    ]);
    return [...doubts.flat(), ...this.owed];
  }

  apply(fact: OutageFact): void {
    if (fact.kind === 'doubt') {
      const { client, sequence } = fact.command;
      if (this.#doubtOf(client, sequence) === null) this.doubts.set(client, new Doubt(fact.command));
    } else if (fact.kind === 'answered') {
      const doubt = this.#doubtOf(fact.client, fact.sequence);
      for (const index of fact.indexes) doubt?.answer(index);
    } else if (fact.kind === 'resolved') this.doubts.delete(fact.client);
    else this.owed.add(fact);
  }

  /** The outcome of a command in doubt is known. Learning it again changes nothing. `at`: milliseconds since 1970. */
  resolved(doubt: Doubt, outcome: DoubtOutcome, at: number): void {
    if (doubt.resolved) return;
    const { client } = doubt.command;
    const facts: OutageFact[] = [{ kind: 'resolved', client }, ...doubt.resolve(outcome, at)];
    for (const fact of facts) this.apply(fact);
    this.learned(facts);
  }

  #doubtOf(client: string, sequence: number): Doubt | null {
    const doubt = this.doubts.get(client);
    return doubt?.command.sequence === sequence ? doubt : null;
  }

  /** Resolves when everything learned so far is recorded. A successor learns the same again, so it records nothing. */
  async recorded(): Promise<void> {}

  protected learned(_facts: readonly OutageFact[]): void {}
}

/** Whether a command reports a lease of a dead process, which has reported most of its calls itself. */
function isOfGrantedLease({ kind, command }: Owed): boolean {
  return kind === 'count' && command.lease?.report?.epoch !== undefined && command.lease.report.epoch !== ANY_EPOCH;
}

/** Number of calls that a command counts. */
export function callsOf({ kind, command }: Owed): number {
  if (kind !== 'count') return 0;
  let calls = command.items.length;
  for (const row of command.lease?.report?.rows ?? []) calls += row.calls;
  return calls;
}
