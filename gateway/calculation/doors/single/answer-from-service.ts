import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { LARGEST_BODY, problemAnswer } from '../../../../plugins/sdk/index.ts';
import { BodyTooLong, readBodyOrStream } from '../../../../plugins/sdk/server/read-body.ts';
import type { Call } from '../../../request/call/call.ts';
import type { GatewayRequest } from '../../../request/call/gateway-request.ts';
import type { PipelineContext } from '../../../request/pipeline/pipeline-context.ts';
import { gatewayMessages } from '../../../request/problems/catalogue.ts';
import { giveBack } from '../../engine/admit.ts';
import {
  callService,
  checkedQuestion,
  leave as leaveCalculation,
  type Question,
  type RemoteCalculation,
  type RemoteOutcome,
} from '../../engine/call-service.ts';
import { queryWithoutKey } from './query-without-key.ts';

/**
 * Answers an admitted call from its service. The gateway holds the answer until it is complete, because it charges only
 * a complete 2xx.
 */
export function answerFromService(
  context: PipelineContext,
  req: GatewayRequest,
  res: ServerResponse,
  remote: RemoteCalculation,
): void {
  const { route, forwarding, reservation, checked, language } = remote;
  const { largestBody } = route.endpoint;
  const { call } = req;
  let over = false;
  let cancel: (() => void) | null = null;

  res.once('close', leave);
  if (res.destroyed) leave();
  else if (checked !== null || call.method !== 'POST' || call.body !== null) start(call.body);
  else if (Number(call.headers.contentLength ?? 0) > largestBody) tooLong();
  else readBodyOrStream(req, { whole: LARGEST_BODY, limit: largestBody }, start);

  function start(body: Uint8Array | Readable | null): void {
    if (over) return;
    if (body instanceof Readable) {
      body.on('error', (error) => {
        if (error instanceof BodyTooLong) tooLong();
      });
      // A service that answers early leaves the rest of the body unread, which would block the connection.
      body.once('close', () => req.resume());
    } else if (body !== null && body.byteLength > largestBody) {
      tooLong();
      return;
    }
    cancel = callService(context, call, remote, questionOf(body), answered);
  }

  function questionOf(body: Uint8Array | Readable | null): Question {
    if (checked !== null) return checkedQuestion(route, checked);
    // HEAD gets the same headers as GET (RFC 9110, section 9.3.2); Node omits the body.
    const method = call.method === 'HEAD' ? 'GET' : call.method;
    const path = call.path + queryWithoutKey(req.url, call.queryKeys.length > 0);
    return { method, path, headers: headersOf(call, body), body };
  }

  function answered(outcome: RemoteOutcome): void {
    // The caller may have left while the charge was written.
    if (over) return;
    end();
    if ('answer' in outcome) {
      const { status, headers, body } = outcome.answer;
      context.send(req, res, status, headers, body);
    } else {
      context.refuse(req, res, outcome.code, outcome.refusal);
    }
  }

  function tooLong(): void {
    if (over) return;
    cancel?.();
    const target = { baseUrl: context.baseUrl, language, requestId: call.id, messages: gatewayMessages };
    const problem = { code: 'payload-too-large', values: { max: largestBody } } as const;
    const answer = problemAnswer(problem, target, route.problems);
    giveBack(context, reservation, answer.status);
    end();
    context.send(req, res, answer.status, Object.entries(answer.headers).flat(), answer.body);
  }

  function leave(): void {
    if (over) return;
    cancel?.();
    forwarding.callerLeft();
    leaveCalculation(context, reservation);
    end();
    context.left(req);
  }

  function end(): void {
    over = true;
    // The unread rest of a body would block the connection.
    req.resume();
  }
}

/**
 * The caller's headers that describe the body to the service, and the answer to the caller, as alternating names and
 * values.
 */
function headersOf({ headers }: Call, body: Uint8Array | Readable | null): string[] {
  const { contentType, contentLength, accept } = headers;
  const passed: string[] = [];
  if (body !== null && contentType !== undefined) passed.push('content-type', contentType);
  if (body instanceof Readable && contentLength !== undefined) passed.push('content-length', contentLength);
  if (accept !== undefined) passed.push('accept', accept);
  return passed;
}
