import type { Call } from '../../request/call/call.ts';
import type { PipelineContext } from '../../request/pipeline/pipeline-context.ts';
import type { GatewayProblem } from '../../request/respond/respond.ts';
import { giveBack } from './admit.ts';
import type { CalculationRequest } from './calculations.ts';
import { callService, checkedQuestion, leave, type RemoteCalculation } from './call-service.ts';
import { type ItemAnswer, remoteItem } from './item-answer.ts';

/** Maximum number of concurrent service calls of one request, so that a batch does not displace the calls of others. */
const AT_ONCE = 8;

/** An admitted calculation in a list that a service computes. */
interface RemoteItem extends RemoteCalculation {
  readonly request: CalculationRequest;
}

type Done = (outcome: ItemAnswer | GatewayProblem) => void;

interface Waiting {
  readonly remote: RemoteItem;
  readonly done: Done;
}

/**
 * Calls services for the calculations of one request, at most `AT_ONCE` at a time. Each calculation is its own POST.
 */
export class RemoteCalculations {
  readonly #context: PipelineContext;
  readonly #call: Call;
  #waiting: Waiting[] = [];
  readonly #running = new Map<RemoteItem, () => void>();
  #left = false;

  constructor(context: PipelineContext, call: Call) {
    this.#context = context;
    this.#call = call;
  }

  /** @param done called once, unless the caller leaves first */
  add(remote: RemoteItem, done: Done): void {
    if (this.#left) {
      leave(this.#context, remote.reservation);
      return;
    }
    this.#waiting.push({ remote, done });
    this.#next();
  }

  /** Ends the work for a caller who has left: cancels running calls and gives all reservations back. */
  leave(): void {
    this.#left = true;
    for (const { remote } of this.#waiting) leave(this.#context, remote.reservation);
    this.#waiting = [];
    for (const [remote, cancel] of this.#running) {
      cancel();
      remote.forwarding.callerLeft();
      leave(this.#context, remote.reservation);
    }
    this.#running.clear();
  }

  #next(): void {
    while (this.#running.size < AT_ONCE) {
      const waiting = this.#waiting.shift();
      if (waiting === undefined) return;
      this.#start(waiting);
    }
  }

  #start({ remote, done }: Waiting): void {
    const { request, route } = remote;
    const { checked } = remote;
    const body = Buffer.from(JSON.stringify(request.input));
    const { largestBody } = route.endpoint;
    if (body.byteLength > largestBody) {
      giveBack(this.#context, remote.reservation, 413);
      done({ code: 'payload-too-large', refusal: { values: { max: largestBody } } });
      return;
    }
    const path = route.path + queryText(request.query);
    const headers = ['content-type', 'application/json'];
    const question = checked === null ? { method: 'POST', path, headers, body } : checkedQuestion(route, checked);
    let over = false;
    const cancel = callService(this.#context, this.#call, remote, question, (outcome) => {
      over = true;
      this.#running.delete(remote);
      done('answer' in outcome ? remoteItem(outcome.answer) : outcome);
      this.#next();
    });
    if (!over) this.#running.set(remote, cancel);
  }
}

function queryText(pairs: readonly string[]): string {
  const query = new URLSearchParams();
  for (let at = 0; at < pairs.length; at += 2) query.append(pairs[at] ?? '', pairs[at + 1] ?? '');
  return pairs.length === 0 ? '' : `?${query}`;
}
