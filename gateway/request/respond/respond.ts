import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Language, MessageValues } from '../../../calculators/kit/index.ts';
import {
  fillTemplate,
  PROBLEM_JSON,
  type ProblemExtensions,
  type ProblemTemplate,
  problemBody,
} from '../../../plugins/sdk/index.ts';
import type { CallLog } from '../../operations/call-log.ts';
import { pathForLog } from '../../operations/call-log.ts';
import type { CallMeter } from '../../operations/call-meter.ts';
import { rateLimit, rateLimitPolicy } from '../../quota/admission/rate-limit-headers.ts';
import type { Call } from '../call/call.ts';
import type { GatewayRequest } from '../call/gateway-request.ts';
import { gatewayMessages, PROBLEMS, type ProblemCode } from '../problems/catalogue.ts';
import { MCP_PATH } from '../routes/mcp-endpoint.ts';
import { calculatorProblem, type ProblemWords } from './calculator-problem.ts';
import { prefersHtml } from './prefers-html.ts';
import { CALLER_LEFT } from './status-class.ts';

/** The details of a refusal. */
export interface Refusal {
  readonly values?: MessageValues;
  readonly extensions?: ProblemExtensions;
  /** Message key of the detail, for a problem with more than one. */
  readonly detail?: string;
  /** Additional headers, as alternating names and values. */
  readonly headers?: readonly string[];
  /** Value of `Retry-After`, in whole seconds. */
  readonly retryAfter?: number;
}

/** A problem of the gateway. */
export interface GatewayProblem {
  readonly code: ProblemCode;
  readonly refusal: Refusal;
}

/** The refusal of a call that failed for a transient reason: a retry after a second is worthwhile. */
export const TRY_AGAIN: Refusal = { retryAfter: 1 };

/** Response headers that pages of other origins may read. */
const READABLE_BY_PAGES =
  'RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, X-Gateway-Error, Deprecation, Sunset, WWW-Authenticate';

/** The status of an answer after which a connection speaks another protocol. */
const SWITCHING = 101;

/** The only ways to end a request. Each counts and logs it. */
export interface Responder {
  /** @param headers alternating names and values */
  send(
    req: GatewayRequest,
    res: ServerResponse,
    status: number,
    headers: readonly string[],
    body: string | Buffer,
  ): void;
  /** Like `send`, for the answer of a calculator: a browser gets a page of its problems. */
  sendComputed(
    req: GatewayRequest,
    res: ServerResponse,
    status: number,
    headers: readonly string[],
    body: string | Buffer,
  ): void;
  /**
   * Streams an answer of any length, part by part, at the caller's pace. An answer that breaks off closes the
   * connection, so that it does not look complete.
   *
   * @throws the error of the first part, before anything is sent
   */
  stream(
    req: GatewayRequest,
    res: ServerResponse,
    headers: readonly string[],
    parts: AsyncIterable<string>,
  ): Promise<void>;
  /**
   * Passes on the answer of an upstream, at the caller's pace. Cookies are left out: the gateway's own have the same
   * host.
   */
  relay(req: GatewayRequest, res: ServerResponse, answer: IncomingMessage): Promise<void>;
  /** The headers of an upstream's answer to a request for a WebSocket, with ours. */
  joined(req: GatewayRequest, answer: IncomingMessage): IncomingHttpHeaders;
  /** Counts and logs a request whose answer did not pass through here, when its connection has ended. */
  switched(req: GatewayRequest, status: number): void;
  /** Answers with a problem of the gateway, in the caller's language. A browser gets a page. */
  refuse(req: GatewayRequest, res: ServerResponse, code: ProblemCode, refusal?: Refusal): void;
  /** Counts and logs a request whose caller left before the answer. */
  left(req: GatewayRequest): void;
}

/** A header of answers over HTTPS. Clients that support it use only HTTPS for a year (RFC 6797). */
export const HSTS = ['Strict-Transport-Security', 'max-age=31536000'] as const;

/** The challenges to a caller without a valid credential. MCP clients support only `Bearer` (RFC 6750). */
const API_KEY = 'ApiKey realm="vitalgate", header="X-API-Key"';
const BEARER = 'Bearer realm="vitalgate"';

/** Headers of an upstream's answer that stay here: those of one connection, and cookies. */
const NOT_RELAYED = /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|set-cookie)$/i;

/** Joins the headers of an upstream with ours. Ours replace those of the same name, but for caching and `Vary`. */
function relayed(theirs: readonly string[], ours: readonly string[]): string[] {
  const names = (headers: readonly string[]) =>
    new Set(headers.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase()));
  const [own, others] = [names(ours), names(theirs)];
  const all: string[] = [];
  for (let at = 0; at < theirs.length; at += 2) {
    const name = theirs[at] ?? '';
    const known = name.toLowerCase();
    const replaced = own.has(known) && known !== 'cache-control' && known !== 'vary';
    if (!NOT_RELAYED.test(name) && !replaced) all.push(name, theirs[at + 1] ?? '');
  }
  for (let at = 0; at < ours.length; at += 2) {
    const name = ours[at] ?? '';
    if (name !== 'Cache-Control' || !others.has('cache-control')) all.push(name, ours[at + 1] ?? '');
  }
  return all;
}

export interface ResponderOptions {
  readonly baseUrl: string;
  readonly log: CallLog;
  readonly meter: CallMeter;
  /** Whether answers close their connections, because this process is about to stop. */
  readonly draining: () => boolean;
  /** The form of the errors at a path; `null` for problems of RFC 9457. */
  readonly template: (path: string) => ProblemTemplate | null;
  /** The page of a problem, for browsers. */
  readonly page: (req: IncomingMessage, problem: Problem) => ProblemPage;
}

/** A problem in words. */
export interface Problem extends ProblemWords {
  readonly status: number;
  readonly language: Language;
  readonly path: string;
  readonly requestId: string;
}

/** A page with its headers, as alternating names and values. */
export interface ProblemPage {
  readonly headers: readonly string[];
  readonly body: Buffer;
}

export function createResponder({ baseUrl, log, meter, draining, template, page }: ResponderOptions): Responder {
  function send(
    req: GatewayRequest,
    res: ServerResponse,
    status: number,
    headers: readonly string[],
    body: string | Buffer,
  ): void {
    if (res.destroyed) {
      left(req);
      return;
    }
    const { call } = req;
    const all = framed(call, headers);
    const bytes = Buffer.byteLength(body);
    if (status !== 204) all.push('Content-Length', String(bytes));
    res.writeHead(status, all);
    // For HEAD, Node sends only the headers. Bytes are sent as a Latin-1 string because Node then writes the headers
    // and the body at once, which costs half as much as two writes. ASCII is Latin-1, which Node writes faster.
    if (typeof body === 'string') res.end(body, bytes === body.length ? 'latin1' : 'utf8');
    else res.end(body.toString('latin1'), 'latin1');
    done(call, status);
  }

  function sendComputed(
    req: GatewayRequest,
    res: ServerResponse,
    status: number,
    headers: readonly string[],
    body: string | Buffer,
  ): void {
    const { call } = req;
    const answered = status >= 400 && prefersHtml(call.headers.accept) ? calculatorProblem(String(body)) : null;
    if (answered === null) {
      send(req, res, status, headers, body);
      return;
    }
    const { language, path, id: requestId } = call;
    const written = page(req, { ...answered, status, language, path, requestId });
    send(req, res, status, [...written.headers, 'X-Gateway-Error', answered.code], written.body);
  }

  async function stream(
    req: GatewayRequest,
    res: ServerResponse,
    headers: readonly string[],
    parts: AsyncIterable<string>,
  ): Promise<void> {
    const { call } = req;
    const rest = parts[Symbol.asyncIterator]();
    try {
      // Read the first part before sending the headers, so that a failure to read it can still become a problem.
      const first = await rest.next();
      res.writeHead(200, framed(call, headers));
      const all = async function* () {
        if (!first.done) yield first.value;
        yield* { [Symbol.asyncIterator]: () => rest };
      };
      await pipeline(all, res).catch(() => res.destroy());
    } finally {
      // If the caller leaves before the second part, `yield*` has not begun and does not close the iterator.
      await rest.return?.();
    }
    if (res.writableFinished) done(call, 200);
    else left(req);
  }

  async function relay(req: GatewayRequest, res: ServerResponse, answer: IncomingMessage): Promise<void> {
    const { call } = req;
    const status = answer.statusCode ?? 502;
    res.writeHead(status, relayed(answer.rawHeaders, framed(call, [])));
    // The head of a stream does not wait for its first part; that of a short answer leaves with it.
    if (answer.headers['content-length'] === undefined) res.flushHeaders();
    // `pipeline` would abort a signal after each answer, which costs more than the answer.
    answer.once('error', () => res.destroy());
    answer.pipe(res);
    await new Promise((resolve) => res.once('close', resolve));
    if (!answer.complete) answer.destroy();
    if (res.writableFinished) done(call, status);
    else left(req);
  }

  function joined({ call }: GatewayRequest, answer: IncomingMessage): IncomingHttpHeaders {
    const encoding = answer.headers['transfer-encoding'];
    const headers: NodeJS.Dict<string | string[]> =
      answer.statusCode === SWITCHING
        ? { connection: 'Upgrade', upgrade: 'websocket' }
        : { ...(encoding !== undefined && { 'transfer-encoding': encoding }) };
    const all = relayed(answer.rawHeaders, framed(call, []));
    for (let at = 0; at < all.length; at += 2) {
      const name = (all[at] ?? '').toLowerCase();
      const value = all[at + 1] ?? '';
      const before = headers[name];
      if (name === 'connection') continue;
      headers[name] = before === undefined ? value : [before, value].flat();
    }
    return headers;
  }

  function switched({ call }: GatewayRequest, status: number): void {
    done(call, status);
  }

  /** Adds the headers that every answer has. */
  function framed(call: Call, headers: readonly string[]): string[] {
    // Answers hold health data, so no cache may keep them.
    const all = ['X-Request-Id', call.id, 'Cache-Control', 'private, no-store', 'X-Content-Type-Options', 'nosniff'];
    for (const part of headers) all.push(part);
    // A page opened with a key in its URL must not leak the key through its links.
    if (call.queryKeys.length > 0) all.push('Referrer-Policy', 'no-referrer');
    const { decision } = call;
    const policy = decision === null ? '' : rateLimitPolicy(decision);
    if (decision !== null && policy !== '') all.push('RateLimit-Policy', policy, 'RateLimit', rateLimit(decision));
    const notice = call.route?.notice ?? null;
    if (notice !== null) all.push(...notice);
    if (call.pageOrigin !== null) {
      all.push('Access-Control-Allow-Origin', call.pageOrigin, 'Vary', 'Origin');
      all.push('Access-Control-Expose-Headers', READABLE_BY_PAGES);
    }
    if (call.policyHeaders !== null) all.push(...call.policyHeaders);
    if (call.secure) all.push(...HSTS);
    if (draining()) all.push('Connection', 'close');
    return all;
  }

  function left({ call }: GatewayRequest): void {
    done(call, CALLER_LEFT);
  }

  function done(call: Call, status: number): void {
    meter.end(call, status);
    log({
      id: call.id,
      method: call.method,
      path: call.route?.path ?? pathForLog(call.path),
      status,
      startedAt: call.startedAt,
      client: call.principal?.clientId,
      key: call.principal?.keyId,
      trace: call.headers.traceparent,
      failure: call.failure,
    });
  }

  function refuse(req: GatewayRequest, res: ServerResponse, code: ProblemCode, refusal: Refusal = {}): void {
    const { call } = req;
    const status = PROBLEMS[code];
    const { language } = call;
    const context = { baseUrl, language, requestId: call.id };
    const { values = {}, extensions, detail, headers = [], retryAfter } = refusal;
    const body = problemBody(code, status, gatewayMessages, context, values, extensions, detail);
    const own = ['X-Gateway-Error', code, ...headers];
    if (retryAfter !== undefined) own.push('Retry-After', String(retryAfter));
    if (status === 401) own.push('WWW-Authenticate', call.path === MCP_PATH ? BEARER : API_KEY);
    const manner = template(call.path);
    if (manner) {
      const filled = fillTemplate(manner, { code, status, body, values });
      send(req, res, filled.status, [...Object.entries(filled.headers).flat(), ...own], filled.body);
      return;
    }
    if (prefersHtml(call.headers.accept)) {
      const [title, text] = [String(body.title), String(body.detail)];
      const problem = {
        code,
        status,
        title,
        detail: text,
        language,
        path: call.path,
        requestId: call.id,
        mistakes: [],
      };
      const written = page(req, problem);
      send(req, res, status, [...written.headers, ...own], written.body);
      return;
    }
    const all = ['Content-Type', PROBLEM_JSON, 'Content-Language', language, 'Vary', 'Accept-Language'];
    send(req, res, status, [...all, ...own], JSON.stringify(body));
  }

  return { send, sendComputed, stream, relay, joined, switched, refuse, left };
}
