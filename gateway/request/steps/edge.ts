import { readQuery } from '../../../plugins/sdk/index.ts';
import { Call } from '../call/call.ts';
import { readHeaders } from '../call/read-headers.ts';
import { newRequestId } from '../call/request-id.ts';
import { originForm } from '../call/request-target.ts';
import { isLoopback } from '../call/trusted-proxies.ts';
import { limitBodyTime } from '../guards/body-time.ts';
import type { PipelineContext } from '../pipeline/pipeline-context.ts';
import type { Step } from '../pipeline/step.ts';

/** Maximum size of path and query together, in bytes. Longer input belongs in a POST body. */
export const LONGEST_URL = 8_192;

const SLASH = 47;

/** Paths that also answer over plain HTTP. Load balancers probe them, and the answers contain no secrets. */
export const PLAIN_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/**
 * The first step. It assigns the request id, parses the request once, and refuses requests that no step may process.
 */
export function edge({ trusts, clock, meter, refuse, marketplaces }: PipelineContext): Step {
  return (req, res, next) => {
    const began = meter.now();
    const headers = readHeaders(req.rawHeaders, marketplaces.picker);
    let malformedHost = headers.hostRepeated;
    if (req.url.charCodeAt(0) !== SLASH) {
      const target = originForm(req.url, headers.host);
      if (target === null) malformedHost = true;
      // The steps that serve pages also read `req.url`.
      else req.url = target;
    }
    const { url } = req;
    const mark = url.indexOf('?');
    const path = marketplaces.pathOn(headers.host, mark === -1 ? url : url.slice(0, mark));
    const call = new Call(newRequestId(), clock(), req.method, path, headers);
    req.call = call;
    meter.begin(call, began);
    if (headers.contentLength !== undefined || headers.transferEncoding !== undefined) limitBodyTime(req);
    const query = mark === -1 ? [] : readQuery(url.slice(mark + 1));
    call.query = query;
    if (query) separateKeys(call, query);

    const peer = req.socket.remoteAddress ?? '';
    const viaProxy = trusts(peer);
    call.address = viaProxy ? (lastForwarded(headers.forwardedFor, trusts) ?? peer) : peer;
    const secure = 'encrypted' in req.socket || (viaProxy && headers.forwardedProto === 'https');
    const local = isLoopback(peer) && !(viaProxy && headers.forwardedProto !== undefined);
    call.secure = secure;
    if (!secure && !local && !PLAIN_PATHS.has(path)) refuse(req, res, 'https-required');
    else if (malformedHost) refuse(req, res, 'malformed-host');
    else if (url.length > LONGEST_URL) refuse(req, res, 'uri-too-long', { values: { max: LONGEST_URL } });
    else if (headers.upgrade?.toLowerCase() === 'websocket' && req.switching === undefined)
      refuse(req, res, 'websocket-not-supported');
    else next();
  };
}

/** Moves the keys out of the query, so that no later step finds a key there. */
function separateKeys(call: Call, query: readonly string[]): void {
  if (!query.includes('apikey')) return;
  const keys: string[] = [];
  const rest: string[] = [];
  for (let at = 0; at < query.length; at += 2) {
    const name = query[at] ?? '';
    const value = query[at + 1] ?? '';
    if (name === 'apikey') keys.push(value);
    else rest.push(name, value);
  }
  call.queryKeys = keys;
  call.query = rest;
}

/** The caller's address behind trusted proxies: the last address in the chain that is not a trusted proxy. */
function lastForwarded(forwardedFor: string | undefined, trusts: PipelineContext['trusts']): string | undefined {
  const chain = forwardedFor?.split(',').map((address) => address.trim()) ?? [];
  return chain.findLast((address) => !trusts(address));
}
