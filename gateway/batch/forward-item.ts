import { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import type { Language } from '../../plugins/sdk/index.ts';
import { TRACEPARENT } from '../operations/call-log.ts';
import { statusClass } from '../pipeline/quota.ts';
import type { Steps } from '../pipeline/steps.ts';
import type { Route } from '../plugins/route-table.ts';
import type { Reservation } from '../quota/admission/admission.ts';
import type { Forwarding } from '../services/forwarding.ts';
import { RemoteCall, type RemoteEnd } from '../services/remote-call.ts';
import { type ItemAnswer, problemItem, remoteItem } from './item-answer.ts';
import type { BatchItem } from './read-batch.ts';

/** An admitted calculation of a plugin that runs elsewhere. */
export interface RemoteItem {
  readonly item: BatchItem;
  readonly route: Route;
  readonly forwarding: Forwarding;
  readonly reservation: Reservation;
  readonly language: Language;
}

/** As nginx has it: the caller did not wait for the answer. */
const CALLER_LEFT = 499;

const OUTCOMES = {
  'service-failed': 'failed',
  'service-unavailable': 'unavailable',
  'service-timeout': 'timeout',
} as const;

/**
 * Forwards one calculation as a POST of its own. It is charged if, and only if, the answer is a complete 2xx.
 *
 * @param done called once with the answer, unless the caller leaves before
 * @returns to be called when the caller leaves
 */
export function forwardItem(
  steps: Steps,
  { call, socket }: Pick<Request, 'call' | 'socket'>,
  remote: RemoteItem,
  done: (answer: ItemAnswer) => void,
): () => void {
  const { item, route, forwarding, language } = remote;
  const { service } = forwarding;
  const target = { baseUrl: steps.baseUrl, language, requestId: call.id };
  const body = Buffer.from(JSON.stringify(item.input));
  const { largestBody, mediaTypes } = route.endpoint;
  if (body.byteLength > largestBody) {
    finish(problemItem('payload-too-large', target, { values: { max: largestBody } }));
    return () => undefined;
  }
  const path = route.path + queryText(item.query);
  const identity = forwarding.identify('POST', path, {
    client: remote.reservation.client,
    requestId: call.id,
    language,
    authenticated: true,
  });
  const headers = {
    ...identity,
    'content-type': 'application/json',
    'content-length': String(body.byteLength),
    ...(call.headers.traceparent !== undefined && TRACEPARENT.test(call.headers.traceparent)
      ? { traceparent: call.headers.traceparent }
      : {}),
  };
  // The proxy takes headers from a caller's request and listens to it: calculations under way together need one each.
  const caller = Object.assign(new IncomingMessage(socket), { method: 'POST', url: path });
  const running = new RemoteCall(service, caller, { method: 'POST', path, headers, body, mediaTypes }, answered);
  running.start();
  return () => {
    running.cancel();
    service.outcomes.left += 1;
    leaveItem(steps, remote);
  };

  function answered(end: RemoteEnd): void {
    if ('answer' in end) {
      service.outcomes.answered += 1;
      finish(remoteItem(end.answer));
      return;
    }
    const { problem, instance, reason } = end;
    service.outcomes[OUTCOMES[problem]] += 1;
    steps.serviceFailed({ service: service.name, instance, problem, reason, id: call.id });
    finish(problemItem(problem, target, {}, problem === 'service-unavailable' ? 1 : undefined));
  }

  function finish(answer: ItemAnswer): void {
    if (answer.status < 300) steps.admission.keep(remote.reservation);
    else steps.admission.giveBack(remote.reservation, statusClass(answer.status));
    done(answer);
  }
}

/** The caller has left before an admitted calculation was answered: it is not charged. */
export function leaveItem(
  { admission }: Pick<Steps, 'admission'>,
  { reservation }: Pick<RemoteItem, 'reservation'>,
): void {
  admission.giveBack(reservation, statusClass(CALLER_LEFT));
}

function queryText(pairs: readonly string[]): string {
  const query = new URLSearchParams();
  for (let at = 0; at < pairs.length; at += 2) query.append(pairs[at] ?? '', pairs[at + 1] ?? '');
  return pairs.length === 0 ? '' : `?${query}`;
}
