import { hostPlugin } from '../../host/host.ts';
import type { Plugin } from '../../plugin/define-plugin.ts';
import { readQuery } from '../../reading/query.ts';
import { namedLanguage } from '../../reading/request-language.ts';
import { REQUEST_ID, type Transport } from './exchange.ts';

/** Calls the calculators of a plugin in this process, as the gateway does. */
export function inProcess(plugin: Plugin, baseUrl: string): Transport {
  const endpoints = new Map(hostPlugin(plugin, baseUrl).map((endpoint) => [plugin.mount + endpoint.path, endpoint]));
  return {
    async ask({ method, path, query, body, contentType, language }) {
      const endpoint = endpoints.get(path);
      if (!endpoint) throw new Error(`nothing is hosted at ${path}`);
      const pairs = readQuery(query);
      const answer = endpoint.respond({
        method,
        query: pairs,
        contentType,
        body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
        language: namedLanguage(pairs, endpoint.languages) ?? language,
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
