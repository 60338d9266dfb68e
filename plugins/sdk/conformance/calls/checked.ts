import { checkedInputs } from '../../host/checked-inputs.ts';
import { describeEndpoints } from '../../host/host.ts';
import type { Plugin } from '../../plugin/define-plugin.ts';
import { readQuery } from '../../reading/query.ts';
import { namedLanguage } from '../../reading/request-language.ts';
import { type Answer, REQUEST_ID } from './exchange.ts';
import type { HttpTransport } from './over-http.ts';

/** Problem types of the gateway's part; a check compares only their ends. */
const BASE_URL = 'http://127.0.0.1';

/** Calls a service as the gateway does whose plugin leaves reading the inputs and the frame of answers to the gateway. */
export function withCheckedInputs(plugin: Plugin, service: HttpTransport): HttpTransport {
  const endpoints = new Map(
    describeEndpoints(plugin).map(({ path, calculator, languages }) => {
      const manifest = plugin.endpoints.find(({ name }) => name === calculator);
      if (!manifest) throw new Error(`${path} has no manifest`);
      return [plugin.mount + path, { languages, inputs: checkedInputs(manifest, path.slice(1), BASE_URL) }] as const;
    }),
  );
  return {
    ...service,
    async ask(call, forgery) {
      const endpoint = endpoints.get(call.path);
      if (!endpoint) throw new Error(`the plugin has nothing at ${call.path}`);
      const query = readQuery(call.query);
      const language = namedLanguage(query, endpoint.languages) ?? call.language;
      const authenticated = forgery?.signed?.authenticated ?? true;
      const { method, contentType } = call;
      const body = typeof call.body === 'string' ? new TextEncoder().encode(call.body) : call.body;
      const read = endpoint.inputs.read({
        ...{ method, query, contentType, body, language, authenticated },
        requestId: REQUEST_ID,
      });
      const withoutBody = (answer: Answer) => (method === 'HEAD' ? { ...answer, text: '' } : answer);
      if ('status' in read) {
        const headers = Object.entries(read.headers).map(([name, value]) => [name.toLowerCase(), value]);
        return withoutBody({ status: read.status, headers: Object.fromEntries(headers), text: read.body });
      }
      const sent = { ...call, method: 'POST', query: '', body: read.body, contentType: 'application/json', language };
      const answer = await service.ask(sent, forgery);
      if (answer.status >= 300) return withoutBody(answer);
      const text = read.finish(answer.text);
      if (text === null) throw new Error(`the results are no JSON object: ${answer.text.slice(0, 80)}`);
      return withoutBody({ ...answer, headers: { ...answer.headers, 'content-language': language }, text });
    },
  };
}
