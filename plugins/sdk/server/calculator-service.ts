import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import {
  DEFAULT_LANGUAGE,
  LANGUAGES,
  type Language,
  languageOfTag,
  nearest,
  shownName,
} from '../../../calculators/kit/index.ts';
import { type AnswerTarget, problemAnswer, type Refusal } from '../answers/answers.ts';
import { sdkMessages } from '../answers/messages.ts';
import { hostPlugin } from '../host/host.ts';
import { identityReader } from '../identity/identity-reader.ts';
import type { Identity } from '../identity/signature.ts';
import type { Plugin } from '../plugin/define-plugin.ts';
import { readQuery } from '../reading/query.ts';
import { namedLanguage, requestLanguage } from '../reading/request-language.ts';
import { type Endpoint, LARGEST_BODY, type ServiceAnswer } from '../service/service.ts';
import { readBody } from './read-body.ts';

export interface CalculatorServiceOptions {
  /** Plugins that the service answers for. */
  readonly plugins: readonly Plugin[];
  /** Public address of the gateway; problem types are pages below it. */
  readonly baseUrl: string;
  /** Secrets with which calls may be signed. */
  readonly secrets: readonly string[];
  /** Answer to a call that the gateway did not sign: 401, or a result with `authenticated: false`. */
  readonly unsigned: 'refuse' | 'answer';
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** While true, every answer closes its connection. */
  readonly draining?: () => boolean;
  /** Called for every calculator that throws. */
  readonly onError: (error: unknown, requestId: string) => void;
}

interface ServiceRoute {
  readonly endpoint: Endpoint;
  readonly identityOf: (req: IncomingMessage) => Identity | null;
}

/**
 * A calculator service over HTTP. It answers a gateway on another machine exactly as that gateway would answer for the
 * same plugins in its own process, under the same paths.
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
      ? (namedLanguage(query, offered) ?? signedLanguage(identity, offered))
      : requestLanguage(query, req.headers['accept-language'], offered);
    const target: AnswerTarget = { baseUrl, language, requestId, messages: sdkMessages };

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
    // Answers hold health data, so no cache may keep them.
    all.push('Cache-Control', 'private, no-store');
    if (draining()) all.push('Connection', 'close');
    res.writeHead(status, all);
    // For HEAD, Node sends the headers alone.
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

/** A calculator that throws has a bug. The gateway writes the problem for the caller, in the caller's language. */
const FAILED = {
  status: 500,
  headers: { 'Content-Type': 'application/problem+json; charset=utf-8' },
  body: '{"type":"about:blank","title":"Internal Server Error","status":500}',
};
