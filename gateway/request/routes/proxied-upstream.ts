import type { IncomingMessage, ServerResponse } from 'node:http';
import { LANGUAGES, type Upstream } from '../../../plugins/sdk/index.ts';
import type { PartHealth } from '../../operations/health.ts';
import type { WatchedService } from '../../operations/metrics.ts';
import type { Route, RouteTable } from './route-table.ts';

/** What a call of an upstream tells. */
export interface UpstreamEvents {
  /** The head of the answer is there; its body flows when it is read. */
  answered(answer: IncomingMessage): void;
  failed(problem: 'service-unavailable' | 'service-failed' | 'service-timeout', reason: string): void;
}

/** An upstream that requests can be forwarded to. */
export interface ProxiedUpstream {
  readonly definition: Upstream;
  /** What the metrics show of it, as of a service. */
  readonly watched: WatchedService;
  /** Whether instances are out of use. */
  health(): PartHealth;
  /**
   * Forwards a request. The headers and the target of `req` are those that the upstream gets.
   *
   * @returns a function that cancels the call
   */
  forward(req: IncomingMessage, res: ServerResponse, events: UpstreamEvents): () => void;
  /** Headers that tell the upstream who calls, signed, as alternating names and values. */
  identify(method: string, target: string, client: string, requestId: string): string[];
}

/** A path that another program could read as a path above the prefix. */
const CLIMBS = /(^|[/\\]|%2f|%5c)(\.|%2e){1,2}($|[/\\;]|%2f|%5c)|\\|%5c/i;

/** Adds the upstreams to a route table: each of them answers at its prefix and at all paths below. */
export function withUpstreams(table: RouteTable, upstreams: readonly ProxiedUpstream[]): RouteTable {
  if (upstreams.length === 0) return table;
  const routes = upstreams.map(routeOf);
  const mounts = routes.map(({ path }) => ({ path, channels: ['direct' as const], problems: null }));
  const contains = (path: string) => (one: { readonly path: string }) =>
    path === one.path || path.startsWith(`${one.path}/`);
  return {
    ...table,
    find: (path) => table.find(path) ?? (CLIMBS.test(path) ? undefined : routes.find(contains(path))),
    mountOf: (path) => table.mountOf(path) ?? mounts.find(contains(path)) ?? null,
  };
}

function routeOf(upstream: ProxiedUpstream): Route {
  const { name, prefix, methods, cost, bodyLimit } = upstream.definition;
  const counted = { calculator: `upstream/${name}`, cost, methods };
  return {
    path: prefix,
    plugin: name,
    channels: ['direct'],
    endpoint: { ...counted, path: prefix, languages: LANGUAGES, mediaTypes: [], largestBody: bodyLimit },
    formerName: null,
    respond: null,
    respondToInput: null,
    checked: null,
    forwarding: null,
    problems: null,
    notice: null,
    upstream,
  };
}
