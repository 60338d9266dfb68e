import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import {
  DEFAULT_LANGUAGE,
  kitMessages,
  LANGUAGES,
  type Language,
  languageOfTag,
  nearest,
  shownName,
} from '../../../calculators/kit/index.ts';
import { type AnswerTarget, problemAnswer, type Refusal } from '../answers.ts';
import type { Plugin } from '../define-plugin.ts';
import { hostPlugin } from '../host.ts';
import { readQuery } from '../query.ts';
import { requestLanguage } from '../request-language.ts';
import { type Endpoint, LARGEST_BODY, type ServiceAnswer } from '../service.ts';
import type { Identity } from '../signature.ts';
import { identityReader } from './identity-reader.ts';
import { readBody } from './read-body.ts';

export interface CalculatorServiceOptions {
  /** Plugins whose calculators are answered here. */
  readonly plugins: readonly Plugin[];
  /** Address of the gateway that callers see; the pages of the problems are below it. */
  readonly baseUrl: string;
  /** Secrets that calls may be signed with. */
  readonly secrets: readonly string[];
  /** What becomes of a call that the gateway did not sign: 401, or an answer with `authenticated: false`. */
  readonly unsigned: 'refuse' | 'answer';
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** From now on every answer asks to come back over another connection. */
  readonly draining?: () => boolean;
  /** Told of every calculator that throws. */
  readonly onError: (error: unknown, requestId: string) => void;
}

interface ServiceRoute {
  readonly endpoint: Endpoint;
  readonly identityOf: (req: IncomingMessage) => Identity | null;
}

/**
 * A calculator service over HTTP: what the gateway answers for the same plugins in its own process, under the same
 * paths, to a gateway on another machine.
 */
export function calculatorService(options: CalculatorServiceOptions): RequestListener {
  const { plugins, baseUrl, secrets, unsigned, now = Date.now, draining = () => false, onError } = options;
  const routes = new Map<string, ServiceRoute>();
  for (const plugin of plugins) {
    const identityOf = identityReader({ secrets, plugin: plugin.name, now });
    for (const endpoint of hostPlugin(plugin, baseUrl))
      routes.set(plugin.mount + endpoint.path, { endpoint, identityOf });
  }

  return (req, res) => {
    const { url = '/', method = 'GET' } = req;
    const mark = url.indexOf('?');
    const path = mark === -1 ? url : url.slice(0, mark);
    const query = mark === -1 ? [] : readQuery(url.slice(mark + 1));
    if (path === '/healthz') {
      send(res, draining() ? UNWELL : WELL);
      return;
    }
    const route = routes.get(path);
    const identity = route?.identityOf(req) ?? null;
    const requestId = identity?.requestId ?? randomUUID();
    const offered = route?.endpoint.languages ?? LANGUAGES;
    const language = identity
      ? signedLanguage(identity, offered)
      : requestLanguage(query, req.headers['accept-language'], offered);
    const target: AnswerTarget = { baseUrl, language, requestId, messages: kitMessages };

    if (!route) {
      send(res, problemAnswer(unknownCalculator(path), target));
    } else if (!identity && unsigned === 'refuse') {
      send(res, problemAnswer({ code: 'service-signature' }, target), ['WWW-Authenticate', 'GatewaySignature']);
    } else if (!route.endpoint.methods.includes(method)) {
      const allowed = route.endpoint.methods.join(', ');
      send(res, problemAnswer({ code: 'method-not-allowed', values: { allowed } }, target), ['Allow', allowed]);
    } else if (method === 'POST') {
      readBody(req, LARGEST_BODY, (body) => answer(route.endpoint, body));
    } else {
      answer(route.endpoint, null);
    }

    function answer(endpoint: Endpoint, body: Uint8Array | null): void {
      const contentType = req.headers['content-type'];
      const authenticated = identity?.authenticated ?? false;
      try {
        send(res, endpoint.respond({ method, query, contentType, body, language, authenticated, requestId }));
      } catch (error) {
        onError(error, requestId);
        send(res, FAILED);
      }
    }
  };

  function unknownCalculator(path: string): Refusal {
    const slash = path.lastIndexOf('/') + 1;
    const mount = path.slice(0, slash);
    const known = [...routes.keys()].filter((one) => one.startsWith(mount)).map((one) => one.slice(slash));
    const name = shownName(path.slice(slash));
    const near = nearest(path.slice(slash), known, 3);
    const [first] = near;
    return first === undefined
      ? { code: 'unknown-calculator', values: { name } }
      : {
          code: 'unknown-calculator',
          values: { name, nearest: first },
          extensions: { nearest: near },
          detail: 'detail_nearest',
        };
  }

  function send(res: ServerResponse, { status, headers, body }: Omit<ServiceAnswer, 'problem'>, more: string[] = []) {
    const all = [...Object.entries(headers).flat(), ...more, 'Content-Length', String(Buffer.byteLength(body))];
    // Health data passes through here: no cache may keep it.
    all.push('Cache-Control', 'private, no-store');
    if (draining()) all.push('Connection', 'close');
    res.writeHead(status, all);
    // To HEAD Node sends the headers alone.
    res.end(body);
  }
}

/** A gateway of another release may know more languages than this service. */
function signedLanguage(identity: Identity, offered: readonly Language[]): Language {
  const language = languageOfTag(identity.language);
  return language && offered.includes(language) ? language : DEFAULT_LANGUAGE;
}

const JSON_HEADERS = { 'Content-Type': 'application/json; charset=utf-8' };
const WELL = { status: 200, headers: JSON_HEADERS, body: '{"status":"ok"}' };
const UNWELL = { status: 503, headers: JSON_HEADERS, body: '{"status":"draining"}' };

/** A calculator that throws is a bug of its author; the gateway tells its caller, in the caller's language. */
const FAILED = {
  status: 500,
  headers: { 'Content-Type': 'application/problem+json; charset=utf-8' },
  body: '{"type":"about:blank","title":"Internal Server Error","status":500}',
};
