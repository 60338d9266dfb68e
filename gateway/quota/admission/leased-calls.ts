import type { AdmissionRequest, Decision, Done } from './admission-request.ts';
import type { Instant, Lease } from './lease.ts';
import type { LeaseTable } from './lease-table.ts';
import { leasedDecision } from './leased-decision.ts';
import type { Taken } from './leased-uses.ts';
import type { Schedule } from './schedule.ts';

interface LeasedCall extends Taken {
  readonly client: string;
  readonly item: AdmissionRequest['item'];
  readonly request: AdmissionRequest;
  readonly done: Done;
  readonly decision: Decision;
}

export interface LeasedCallsOptions {
  readonly leases: LeaseTable;
  readonly schedule: Schedule;
  /** The call is recorded: its answer may leave. */
  readonly answer: (done: Done, decision: Decision) => void;
  /** The call could not be recorded: the store must decide it. */
  readonly ask: (request: AdmissionRequest, done: Done) => void;
}

/** The calls of a turn that leases of this process have admitted. They are recorded together before their answers leave. */
export class LeasedCalls {
  readonly #options: LeasedCallsOptions;
  #calls: LeasedCall[] = [];

  constructor(options: LeasedCallsOptions) {
    this.#options = options;
  }

  /** Decides a call by the client's lease, if it has one that can. The answer leaves at the end of this turn. */
  admit(request: AdmissionRequest, done: Done, lease: Lease | undefined, now: Instant): boolean {
    const { leases, schedule } = this.#options;
    const taken = leases.take(request, lease, now);
    if (taken === null) return false;
    const { client, item } = request;
    const decision = leasedDecision(taken.lease, item, now.store);
    if (this.#calls.push({ client, item, ...taken, request, done, decision }) === 1) {
      schedule.turn(() => this.answer());
    }
    return true;
  }

  /** Answers the calls that were admitted so far, after recording them. */
  answer(): void {
    const calls = this.#calls;
    if (calls.length === 0) return;
    this.#calls = [];
    const { leases, answer, ask } = this.#options;
    leases.record(calls, (recorded) => {
      if (recorded) for (const { done, decision } of calls) answer(done, decision);
      else for (const { request, done } of calls) ask(request, done);
    });
  }
}
