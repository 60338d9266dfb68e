import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { LANGUAGES, type Upstream } from '../../../plugins/sdk/index.ts';
import type { Route, RouteTable } from './route-table.ts';

/** What a call of an upstream tells. */
export interface UpstreamEvents {
  /** The head of the answer is there. Its body flows when it is read; that of a WebSocket flows by itself. */
  answered(answer: IncomingMessage): void;
  /** @param busy whether it runs as many calls as it may */
  failed(problem: 'service-unavailable' | 'service-failed' | 'service-timeout', reason: string, busy?: boolean): void;
  /** The caller stopped sending its body. */
  stalled(): void;
}

/** A connection that left HTTP, for a request that asks for a WebSocket. Until an answer is written, HTTP goes on. */
export interface UpgradedConnection {
  readonly socket: Socket;
  /** The first bytes after the request. */
  readonly head: Buffer;
}

/** A request for an upstream. Its headers and target are those that the upstream gets. */
export interface UpstreamRequest {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** The connection of a request for a WebSocket, otherwise `null`. */
  readonly connection: UpgradedConnection | null;
}

/** An upstream that requests can be forwarded to. */
export interface ProxiedUpstream {
  readonly definition: Upstream;
  /** Counts a call of the client. Returns a function to call once when it ends, or `null` if it runs as many as it may. */
  enter(client: string): (() => void) | null;
  /** Forwards a request. @returns a function that ends the call */
  forward(request: UpstreamRequest, events: UpstreamEvents): () => void;
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
