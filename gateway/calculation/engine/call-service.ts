import type { CheckedCall, Language } from '../../../plugins/sdk/index.ts';
import { TRACEPARENT } from '../../operations/call-log.ts';
import type { Reservation } from '../../quota/admission/admission.ts';
import type { Call } from '../../request/call/call.ts';
import type { PipelineContext } from '../../request/pipeline/pipeline-context.ts';
import { PROBLEMS } from '../../request/problems/catalogue.ts';
import { type GatewayProblem, TRY_AGAIN } from '../../request/respond/respond.ts';
import { CALLER_LEFT } from '../../request/respond/status-class.ts';
import type { CompleteAnswer, Forwarding, ServiceEnd, ServiceRequest } from '../../request/routes/forwarding.ts';
import type { Route } from '../../request/routes/route-table.ts';
import { charge, giveBack, undecided } from './admit.ts';

/** An admitted calculation of a plugin that runs in a remote service. */
export interface RemoteCalculation {
  readonly route: Route;
  readonly forwarding: Forwarding;
  readonly reservation: Reservation;
  readonly language: Language;
  /** Writes the answer of a service that gets checked inputs; `null` if the service writes it. */
  readonly checked: CheckedCall | null;
  /** Decides about a complete answer before it is charged, and passes it or another one on. */
  readonly approve?: (answer: CompleteAnswer, then: (answer: CompleteAnswer) => void) => void;
}

/** The request to the service. Its headers describe the body; `callService` adds the identity of the caller. */
export type Question = Omit<ServiceRequest, 'calculator' | 'mediaTypes' | 'identity'>;

/** The request to a service that gets checked inputs: a POST of them, however the caller sent them. */
export function checkedQuestion({ path }: Route, { body }: CheckedCall): Question {
  return { method: 'POST', path, headers: ['content-type', 'application/json'], body: Buffer.from(body) };
}

/** The answer to the caller of a remote calculation. */
export type RemoteOutcome = { readonly answer: CompleteAnswer } | GatewayProblem;

/**
 * Calls the service of an admitted calculation, and settles its reservation when the outcome is known. A 2xx is passed
 * on once its charge survives the death of this process.
 *
 * @param done called once, unless the call is cancelled first
 * @returns a function that cancels the call without settling the reservation
 */
export function callService(
  context: PipelineContext,
  call: Call,
  { route, forwarding, reservation, checked, language, approve }: RemoteCalculation,
  { method, path, headers, body }: Question,
  done: (outcome: RemoteOutcome) => void,
): () => void {
  const {
    id,
    headers: { traceparent },
  } = call;
  const { client } = reservation;
  const identity = { client, requestId: id, language, authenticated: true };
  const sent = [...headers];
  if (traceparent !== undefined && TRACEPARENT.test(traceparent)) sent.push('traceparent', traceparent);
  const { mediaTypes, calculator } = route.endpoint;
  return forwarding.start({ calculator, method, path, identity, headers: sent, body, mediaTypes }, ended);

  function ended(given: ServiceEnd): void {
    const end = checked === null ? given : finished(given, checked, language);
    if ('answer' in end) {
      if (approve === undefined) settle(end.answer);
      else approve(end.answer, settle);
      return;
    }
    const { problem: code, instance, reason, detail, retryAfter } = end;
    giveBack(context, reservation, PROBLEMS[code]);
    // A calculator that threw answers as it does in this thread.
    if (code === 'internal-error') {
      done({ code, refusal: {} });
      return;
    }
    call.failure = { service: forwarding.service, instance, reason };
    const refusal = { ...(detail && { detail }), extensions: { calculator } };
    const again = retryAfter === undefined ? TRY_AGAIN : { retryAfter };
    done({ code, refusal: code === 'service-unavailable' ? { ...again, ...refusal } : refusal });
  }

  function settle(answer: CompleteAnswer): void {
    const { status } = answer;
    if (status < 300)
      charge(context, reservation, (error) => done(error === null ? { answer } : undecided(context, call, error)));
    else {
      giveBack(context, reservation, status);
      done({ answer });
    }
  }
}

/** Settles an admitted calculation whose caller left before the answer: nothing is charged. */
export function leave(context: Pick<PipelineContext, 'admission'>, reservation: Reservation): void {
  giveBack(context, reservation, CALLER_LEFT);
}

/** The end of a call with checked inputs: a result that is no JSON object is a failure of the service. */
function finished(end: ServiceEnd, checked: CheckedCall, language: Language): ServiceEnd {
  if (!('answer' in end) || end.answer.status >= 300) return end;
  const body = checked.finish(end.answer.body.toString('utf8'));
  if (body === null) return { problem: 'service-failed', instance: null, reason: 'the results are no JSON object' };
  const type = ['Content-Type', 'application/json; charset=utf-8'];
  const headers = [...type, 'Content-Language', language, 'Vary', 'Accept-Language'];
  return { answer: { status: end.answer.status, headers, body: Buffer.from(body) } };
}
