import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { type MessageValues, PROBLEM_JSON, type ProblemExtensions, problemBody } from '../../calculators/kit/index.ts';
import { fillTemplate, type ProblemTemplate } from '../../plugins/sdk/index.ts';
import { gatewayMessages, PROBLEMS, type ProblemCode } from '../errors/catalogue.ts';
import type { CallLog } from '../operations/call-log.ts';
import { pathForLog } from '../operations/call-log.ts';
import type { CallMeter } from '../operations/call-meter.ts';
import { MCP_PATH } from '../plugins/mcp-endpoint.ts';
import type { Call } from './call.ts';
import { PAGE_SEES } from './cross-origin.ts';

/** What a refusal says beyond its code. */
export interface Refusal {
  readonly values?: MessageValues;
  readonly extensions?: ProblemExtensions;
  /** Key of the detail where the problem has more than one. */
  readonly detail?: string;
  /** Further headers, name and value in turn. */
  readonly headers?: readonly string[];
}

/** The only ways an answer of the API leaves the gateway, and what is done where there is nobody to answer. */
export interface Responder {
  /** @param headers name and value in turn */
  send(req: Request, res: Response, status: number, headers: readonly string[], body: string | Buffer): void;
  /**
   * Sends an answer of any length, part after part as the caller takes them. One that breaks off is cut off: it must not
   * look complete.
   *
   * @throws what the first part throws; nothing is sent then
   */
  stream(req: Request, res: Response, headers: readonly string[], parts: AsyncIterable<string>): Promise<void>;
  /** Answers with a problem of the gateway's own, in the caller's language. */
  refuse(req: Request, res: Response, code: ProblemCode, refusal?: Refusal): void;
  /** The caller has left before the answer. */
  left(req: Request): void;
}

/** A header for answers over HTTPS: for a year clients that know it use nothing else (RFC 6797). */
export const HTTPS_FROM_NOW_ON = ['Strict-Transport-Security', 'max-age=31536000'] as const;

/** As nginx has it: the caller did not wait for the answer. */
const CALLER_LEFT = 499;

/** What a caller without a valid credential is asked for; programs that follow MCP know this scheme alone (RFC 6750). */
const API_KEY = 'ApiKey realm="vitalgate", header="X-API-Key"';
const BEARER = 'Bearer realm="vitalgate"';

export interface ResponderOptions {
  readonly baseUrl: string;
  readonly log: CallLog;
  readonly meter: CallMeter;
  readonly clock: () => number;
  /** From now on every answer asks the client to come back on another connection. */
  readonly draining: () => boolean;
  /** How the errors at a path look; `null`: as problems of RFC 9457. */
  readonly template: (path: string) => ProblemTemplate | null;
}

export function createResponder({ baseUrl, log, meter, clock, draining, template }: ResponderOptions): Responder {
  function send(req: Request, res: Response, status: number, headers: readonly string[], body: string | Buffer): void {
    if (res.destroyed) {
      left(req);
      return;
    }
    const { call } = req;
    const all = framed(call, headers);
    if (status !== 204) all.push('Content-Length', String(Buffer.byteLength(body)));
    res.writeHead(status, all);
    // To HEAD Node sends the headers alone. Bytes go out as a text of as many characters, for then Node puts headers and
    // body into one write, which costs half of what two cost.
    if (typeof body === 'string') res.end(body);
    else res.end(body.toString('latin1'), 'latin1');
    done(call, status);
  }

  async function stream(
    req: Request,
    res: Response,
    headers: readonly string[],
    parts: AsyncIterable<string>,
  ): Promise<void> {
    const { call } = req;
    const rest = parts[Symbol.asyncIterator]();
    try {
      // The first part before the headers: what cannot be read at all can still be told.
      const first = await rest.next();
      res.writeHead(200, framed(call, headers));
      const all = async function* () {
        if (!first.done) yield first.value;
        yield* { [Symbol.asyncIterator]: () => rest };
      };
      await pipeline(all, res).catch(() => res.destroy());
    } finally {
      // A caller who leaves before the second part has never reached the `yield*`, which would have ended the parts.
      await rest.return?.();
    }
    if (res.writableFinished) done(call, 200);
    else left(req);
  }

  /** The headers of an answer, with those that every answer has. */
  function framed(call: Call, headers: readonly string[]): string[] {
    // Health data passes through here: no cache may keep it.
    const all = ['X-Request-Id', call.id, 'Cache-Control', 'private, no-store', 'X-Content-Type-Options', 'nosniff'];
    for (const part of headers) all.push(part);
    // A page that was opened with a key in its address must not pass it on to where its links lead.
    if (call.queryKeys.length > 0) all.push('Referrer-Policy', 'no-referrer');
    if (call.rateLimit) all.push('RateLimit-Policy', call.rateLimit[0], 'RateLimit', call.rateLimit[1]);
    const notice = call.route?.notice ?? null;
    if (notice !== null) all.push(...notice);
    if (call.pageOrigin !== null) {
      all.push('Access-Control-Allow-Origin', call.pageOrigin, 'Vary', 'Origin');
      all.push('Access-Control-Expose-Headers', PAGE_SEES);
    }
    if (call.secure) all.push(...HTTPS_FROM_NOW_ON);
    if (draining()) all.push('Connection', 'close');
    return all;
  }

  function left({ call }: Request): void {
    done(call, CALLER_LEFT);
  }

  function done(call: Call, status: number): void {
    meter.end(call, status);
    log({
      id: call.id,
      method: call.method,
      path: call.route?.path ?? pathForLog(call.path),
      status,
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
    const { values = {}, extensions, detail, headers = [] } = refusal;
    const body = problemBody(code, status, gatewayMessages, context, values, extensions, detail);
    const own = ['X-Gateway-Error', code, ...headers];
    if (status === 401) own.push('WWW-Authenticate', call.path === MCP_PATH ? BEARER : API_KEY);
    const manner = template(call.path);
    if (manner) {
      const filled = fillTemplate(manner, { code, status, body, values });
      send(req, res, filled.status, [...Object.entries(filled.headers).flat(), ...own], filled.body);
      return;
    }
    const all = ['Content-Type', PROBLEM_JSON, 'Content-Language', language, 'Vary', 'Accept-Language'];
    send(req, res, status, [...all, ...own], JSON.stringify(body));
  }

  return { send, stream, refuse, left };
}
