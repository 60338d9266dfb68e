import type { Plugin } from '../define-plugin.ts';
import { hostPlugin } from '../host.ts';
import { readQuery } from '../query.ts';
import { REQUEST_ID, type Transport } from './exchange.ts';

/** Calls calculators as the gateway does that has them in its own process. */
export function inProcess(plugin: Plugin, baseUrl: string): Transport {
  const endpoints = new Map(hostPlugin(plugin, baseUrl).map((endpoint) => [plugin.mount + endpoint.path, endpoint]));
  return {
    async ask({ method, path, query, body, contentType, language }) {
      const endpoint = endpoints.get(path);
      if (!endpoint) throw new Error(`nothing is hosted at ${path}`);
      const answer = endpoint.respond({
        method,
        query: readQuery(query),
        contentType,
        body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
        language,
        authenticated: true,
        requestId: REQUEST_ID,
      });
      const headers = Object.entries(answer.headers).map(([name, value]) => [name.toLowerCase(), value]);
      return {
        status: answer.status,
        headers: Object.fromEntries(headers),
        text: method === 'HEAD' ? '' : answer.body,
      };
    },
  };
}
