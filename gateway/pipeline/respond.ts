import type { Request, Response } from 'express';
import { type MessageValues, PROBLEM_JSON, type ProblemExtensions, problemBody } from '../../calculators/kit/index.ts';
import { gatewayMessages, PROBLEMS, type ProblemCode } from '../errors/catalogue.ts';
import type { CallLog } from '../ops/call-log.ts';
import { pathForLog } from '../ops/call-log.ts';
import type { CallMeter } from '../ops/call-meter.ts';

/** What a refusal says beyond its code. */
export interface Refusal {
  readonly values?: MessageValues;
  readonly extensions?: ProblemExtensions;
  /** Key of the detail where the problem has more than one. */
  readonly detail?: string;
  /** Further headers, name and value in turn. */
  readonly headers?: readonly string[];
}

/** The only two ways an answer of the API leaves the gateway. */
export interface Responder {
  /** @param headers name and value in turn */
  send(req: Request, res: Response, status: number, headers: readonly string[], body: string): void;
  /** Answers with a problem of the gateway's own, in the caller's language. */
  refuse(req: Request, res: Response, code: ProblemCode, refusal?: Refusal): void;
}

export interface ResponderOptions {
  readonly baseUrl: string;
  readonly log: CallLog;
  readonly meter: CallMeter;
  readonly clock: () => number;
  /** From now on every answer asks the client to come back on another connection. */
  readonly draining: () => boolean;
}

export function createResponder({ baseUrl, log, meter, clock, draining }: ResponderOptions): Responder {
  function send(req: Request, res: Response, status: number, headers: readonly string[], body: string): void {
    const { call } = req;
    // Health data passes through here: no cache may keep it.
    const all = ['X-Request-Id', call.id, 'Cache-Control', 'private, no-store', 'X-Content-Type-Options', 'nosniff'];
    for (const part of headers) all.push(part);
    // A page that was opened with a key in its address must not pass it on to where its links lead.
    if (call.queryKeys.length > 0) all.push('Referrer-Policy', 'no-referrer');
    if (call.rateLimit) all.push('RateLimit-Policy', call.rateLimit[0], 'RateLimit', call.rateLimit[1]);
    if (call.secure) all.push('Strict-Transport-Security', 'max-age=31536000');
    if (status !== 204) all.push('Content-Length', String(Buffer.byteLength(body)));
    if (draining()) all.push('Connection', 'close');
    const left = res.destroyed;
    if (!left) {
      res.writeHead(status, all);
      // To HEAD Node sends the headers alone.
      res.end(body);
    }
    // 499 as nginx has it: the caller did not wait for the answer.
    const outcome = left ? 499 : status;
    meter.end(call, outcome);
    log({
      id: call.id,
      method: call.method,
      path: call.route?.path ?? pathForLog(call.path),
      status: outcome,
      ms: clock() - call.startedAt,
      client: call.principal?.clientId,
      key: call.principal?.keyId,
      trace: call.headers.traceparent,
    });
  }

  function refuse(req: Request, res: Response, code: ProblemCode, refusal: Refusal = {}): void {
    const { call } = req;
    const status = PROBLEMS[code];
    const { language } = call;
    const context = { baseUrl, language, requestId: call.id };
    const { values, extensions, detail, headers = [] } = refusal;
    const body = problemBody(code, status, gatewayMessages, context, values, extensions, detail);
    const all = ['Content-Type', PROBLEM_JSON, 'Content-Language', language, 'Vary', 'Accept-Language'];
    all.push('X-Gateway-Error', code, ...headers);
    if (status === 401) all.push('WWW-Authenticate', 'ApiKey realm="vitalgate", header="X-API-Key"');
    send(req, res, status, all, JSON.stringify(body));
  }

  return { send, refuse };
}
