import { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import { LARGEST_BODY, problemAnswer } from '../../plugins/sdk/index.ts';
import { gatewayMessages, PROBLEMS } from '../errors/catalogue.ts';
import { TRACEPARENT } from '../operations/call-log.ts';
import type { Route } from '../plugins/route-table.ts';
import type { Reservation } from '../quota/admission/admission.ts';
import type { Forwarding } from '../services/forwarding.ts';
import { RemoteCall, type RemoteEnd } from '../services/remote-call.ts';
import { BodyTooLong, type TakenBody, takeBody } from './body.ts';
import type { Call } from './call.ts';
import { queryWithoutKey } from './query-without-key.ts';
import { statusClass } from './quota.ts';
import type { Steps } from './steps.ts';

/** An admitted call of a plugin that runs elsewhere. */
interface RemoteRoute {
  readonly route: Route;
  readonly forwarding: Forwarding;
  readonly reservation: Reservation;
}

/**
 * Forwards an admitted call to its service. It is charged if, and only if, the answer is a complete 2xx, whether or not
 * the caller is still there; the answer is held back until that is known (ADMISSION).
 */
export function forwardRemote(steps: Steps, req: Request, res: Response, remote: RemoteRoute): void {
  const { admission, send, refuse, left, serviceFailed } = steps;
  const { route, forwarding, reservation } = remote;
  const { endpoint } = route;
  const { service } = forwarding;
  const { call } = req;
  let over = false;
  let running: RemoteCall | null = null;

  res.once('close', leave);
  if (res.destroyed) leave();
  else if (call.method !== 'POST') start(null);
  else if (Number(call.headers.contentLength ?? 0) > endpoint.largestBody) tooLong();
  else takeBody(req, { whole: LARGEST_BODY, limit: endpoint.largestBody }, start);

  function start(body: TakenBody | null): void {
    if (over) return;
    if (body === 'too-long') {
      tooLong();
      return;
    }
    if (body instanceof Readable) {
      body.on('error', (error) => {
        if (error instanceof BodyTooLong) tooLong();
      });
    }
    // HEAD is answered like GET (RFC 9110, section 9.3.2), and Node leaves the body out; so are the headers the same.
    const method = call.method === 'HEAD' ? 'GET' : call.method;
    const path = call.path + queryWithoutKey(req.url, call.queryKeys.length > 0);
    const identity = forwarding.identify(method, path, {
      client: reservation.client,
      requestId: call.id,
      language: call.language,
      authenticated: true,
    });
    const headers = { ...identity, ...contentOf(call, body), ...passedOn(call) };
    running = new RemoteCall(service, req, { method, path, headers, body, mediaTypes: endpoint.mediaTypes }, answered);
    running.start();
  }

  function answered(end: RemoteEnd): void {
    if ('answer' in end) {
      const { status, headers, body } = end.answer;
      service.outcomes.answered += 1;
      settle(status);
      send(req, res, status, headers, body);
      return;
    }
    const { problem, instance, reason } = end;
    service.outcomes[OUTCOMES[problem]] += 1;
    settle(PROBLEMS[problem]);
    serviceFailed({ service: service.name, instance, problem, reason, id: call.id });
    refuse(req, res, problem, problem === 'service-unavailable' ? RETRY : {});
  }

  function tooLong(): void {
    if (over) return;
    running?.cancel();
    const target = { baseUrl: steps.baseUrl, language: call.language, requestId: call.id, messages: gatewayMessages };
    const answer = problemAnswer(
      { code: 'payload-too-large', values: { max: endpoint.largestBody } },
      target,
      route.problems,
    );
    settle(answer.status);
    send(req, res, answer.status, Object.entries(answer.headers).flat(), answer.body);
  }

  function leave(): void {
    if (over) return;
    running?.cancel();
    service.outcomes.left += 1;
    settle(CALLER_LEFT);
    left(req);
  }

  function settle(status: number): void {
    over = true;
    if (status < 300) admission.keep(reservation);
    else admission.giveBack(reservation, statusClass(status));
    // Of a body that nobody reads to its end the rest would hold up the connection.
    req.resume();
  }
}

const RETRY = { headers: ['Retry-After', '1'] };

const CALLER_LEFT = 499;

const OUTCOMES = {
  'service-failed': 'failed',
  'service-unavailable': 'unavailable',
  'service-timeout': 'timeout',
} as const;

/** What a service is told of a body. */
function contentOf({ headers }: Call, body: Uint8Array | Readable | null): Record<string, string> {
  if (body === null) return {};
  const content: Record<string, string> = {};
  if (headers.contentType !== undefined) content['content-type'] = headers.contentType;
  const length = body instanceof Uint8Array ? String(body.byteLength) : headers.contentLength;
  if (length !== undefined) content['content-length'] = length;
  return content;
}

/** What else of a caller's headers a service gets to see. */
function passedOn({ headers: { accept, traceparent } }: Call): Record<string, string> {
  const passed: Record<string, string> = {};
  if (accept !== undefined) passed.accept = accept;
  if (traceparent !== undefined && TRACEPARENT.test(traceparent)) passed.traceparent = traceparent;
  return passed;
}
