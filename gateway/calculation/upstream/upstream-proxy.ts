import { Agent, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { createProxyMiddleware, proxyEventsPlugin } from 'http-proxy-middleware';
import { IDENTITY_HEADERS, identitySigner, type Upstream } from '../../../plugins/sdk/index.ts';
import { degradedIf } from '../../operations/health.ts';
import type { ProxiedUpstream, UpstreamEvents } from '../../request/routes/proxied-upstream.ts';
import { IDLE_MS } from '../remote/connections.ts';
import { InstanceBreaker } from '../remote/instance-breaker.ts';
import { probe } from '../remote/probe.ts';
import type { ServiceOutcome } from '../remote/remote-service.ts';

/** Calls, and connections, that one instance may have at a time, in each process. */
const MOST_CALLS = 256;
/** Time between two probes of an instance that is out of use, in milliseconds. */
const PROBE_EVERY_MS = 1_000;

interface Instance {
  readonly name: string;
  readonly url: URL;
  readonly breaker: InstanceBreaker;
  running: number;
}

/** A request on its way: the instance that got it, and who waits for its answer. */
interface Passing {
  readonly instance: Instance;
  readonly events: UpstreamEvents;
  question: ClientRequest | null;
  late: boolean;
  /** How it has ended; `null` until the head of the answer or an error has come. */
  outcome: ServiceOutcome | null;
}

export interface UpstreamProxyOptions {
  /** Signs the identity of callers. */
  readonly secret: string;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Called when an instance goes out of use and when it comes back. */
  readonly changed: (instance: string, open: boolean) => void;
}

/** Opens an upstream: http-proxy-middleware sends each request to the instance that runs the fewest. */
export function openUpstream(definition: Upstream, { secret, clock, changed }: UpstreamProxyOptions): ProxiedUpstream {
  const { name, urls, health, timeout } = definition;
  const signer = identitySigner({ secret, plugin: name });
  const passing = new WeakMap<IncomingMessage, Passing>();
  const instances = urls.map((address): Instance => {
    const url = new URL(address);
    const breaker = new InstanceBreaker((open) => {
      changed(url.host, open);
      if (open) void askUntilWell();
    });
    const instance = { name: url.host, url, breaker, running: 0 };
    return instance;

    async function askUntilWell(): Promise<void> {
      while (breaker.open) {
        await sleep(PROBE_EVERY_MS, undefined, { ref: false });
        if (await probe({ url }, health)) breaker.found(true);
      }
    }
  });
  const proxies = new Map(instances.map((instance) => [instance, proxyTo(instance.url)]));
  const outcomes = { answered: 0, failed: 0, unavailable: 0, timeout: 0, busy: 0, left: 0 };
  return {
    definition,
    watched: { name: `upstream/${name}`, outcomes, instances, circuitsOpen: () => [] },
    health() {
      const out = instances.filter(({ breaker }) => breaker.open).length;
      return degradedIf(out > 0, out === instances.length ? 'unreachable' : 'partly-unreachable');
    },
    identify(method, target, client, requestId) {
      const time = Math.floor(clock() / 1_000);
      const told = { client, requestId, language: 'en', authenticated: true } as const;
      const signature = signer.sign({ ...told, time, method, target });
      const { authenticated, language } = told;
      return [
        ...[IDENTITY_HEADERS.client, client, IDENTITY_HEADERS.requestId, requestId],
        ...[IDENTITY_HEADERS.language, language, IDENTITY_HEADERS.authenticated, String(authenticated)],
        ...[IDENTITY_HEADERS.time, String(time), IDENTITY_HEADERS.signature, signature],
      ];
    },
    forward(req, res, events) {
      const [best] = instances
        .filter(({ breaker, running }) => !breaker.open && running < MOST_CALLS)
        .toSorted((a, b) => a.running - b.running);
      const proxy = best && proxies.get(best);
      if (best === undefined || proxy === undefined) {
        const isBusy = instances.some(({ breaker }) => !breaker.open);
        outcomes[isBusy ? 'busy' : 'unavailable'] += 1;
        events.failed('service-unavailable', 'no instance is free');
        return () => undefined;
      }
      const call: Passing = { instance: best, events, question: null, late: false, outcome: null };
      passing.set(req, call);
      best.running += 1;
      res.once('close', () => {
        best.running -= 1;
        outcomes[call.outcome ?? 'left'] += 1;
      });
      const end = (error: unknown) => failed(call, error instanceof Error ? error : new Error('not forwarded'));
      proxy(req, res, end).catch(end);
      return () => call.question?.destroy();
    },
  };

  function proxyTo(target: URL) {
    const isTls = target.protocol === 'https:';
    const agent = new (isTls ? TlsAgent : Agent)({ keepAlive: true, maxSockets: MOST_CALLS, timeout: IDLE_MS });
    return createProxyMiddleware<IncomingMessage, ServerResponse>({
      target,
      agent,
      changeOrigin: true,
      selfHandleResponse: true,
      proxyTimeout: timeout,
      // The errors reach the caller as problems of the gateway.
      ejectPlugins: true,
      plugins: [proxyEventsPlugin],
      on: {
        proxyReq(question, req) {
          const call = passing.get(req);
          if (call === undefined) return;
          call.question = question;
          question.once('timeout', () => {
            call.late = true;
          });
        },
        proxyRes(answer, req) {
          const call = passing.get(req);
          if (call === undefined) return;
          if (answer.statusCode === 503) call.instance.breaker.failed();
          else call.instance.breaker.succeeded();
          if (/^text\/event-stream/i.test(answer.headers['content-type'] ?? '')) call.question?.setTimeout(0);
          call.outcome = 'answered';
          call.events.answered(answer);
        },
        error(error, req) {
          const call = passing.get(req);
          if (call) failed(call, error);
        },
      },
    });
  }
}

/** The library reports some errors twice. */
function failed(call: Passing, error: Error): void {
  if (call.outcome !== null) return;
  const { instance, events, late } = call;
  const code = 'code' in error ? String(error.code) : error.message;
  if (UNREACHABLE.has(code)) {
    call.outcome = 'unavailable';
    instance.breaker.failed();
    events.failed('service-unavailable', code);
  } else {
    call.outcome = late ? 'timeout' : 'failed';
    events.failed(late ? 'service-timeout' : 'service-failed', late ? 'timeout' : code);
  }
}

const UNREACHABLE: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
]);
