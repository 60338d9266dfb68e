import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadPlugins } from '../loading/load.ts';
import { CLINICAL_PLUGIN } from '../loading/sources.ts';
import { pluginMistakes } from '../plugin/plugin-mistakes.ts';
import { calculatorService } from '../server/calculator-service.ts';
import { drain, listenOn } from '../server/http-server.ts';
import type { Answer, Call, Transport } from './calls/exchange.ts';
import { inProcess } from './calls/in-process.ts';
import { overHttp } from './calls/over-http.ts';
import { type CheckResult, checkCalculators, checkService } from './check-plugin.ts';
import { undocumented } from './undocumented.ts';

const BASE_URL = 'https://api.example.com';
const SECRET = 'a-secret-of-at-least-32-characters';

const { plugins: loaded } = await loadPlugins([CLINICAL_PLUGIN]);
// A plugin with its own contract has its own tests.
const plugins = loaded.filter(({ calculators }) => calculators.length > 0);
const server = createServer(
  calculatorService({
    plugins,
    baseUrl: BASE_URL,
    secrets: [SECRET],
    unsigned: 'refuse',
    onError: (error) => {
      throw error;
    },
  }),
);
let url: string;
beforeAll(async () => {
  url = `http://127.0.0.1:${await listenOn(server, '127.0.0.1', 0)}`;
});
afterAll(() => drain(server, 100));

/** Headers that describe an answer; the others belong to the connection. */
const DECLARED = ['content-type', 'content-language', 'vary', 'allow'];

/** Records the answer to each call. */
function noting<Way extends Transport>(way: Way, answers: Map<string, unknown>): Way {
  return {
    ...way,
    async ask(call: Call, ...more: []): Promise<Answer> {
      const answer = await way.ask(call, ...more);
      const declared = DECLARED.map((name) => answer.headers[name]);
      const body = call.body instanceof Uint8Array ? [...call.body] : call.body;
      // Calls with an invalid signature concern the service alone.
      if (more.length === 0) answers.set(JSON.stringify({ ...call, body }), [answer.status, declared, answer.text]);
      return answer;
    },
  };
}

it('no built-in plugin has a mistake in its declaration', () => {
  expect(loaded.map((plugin) => [plugin.name, pluginMistakes(plugin)])).toEqual(loaded.map(({ name }) => [name, []]));
});

const failing = (results: readonly CheckResult[]) => results.filter(({ failures }) => failures.length > 0);

describe.each(plugins.map((plugin) => [plugin.name, plugin] as const))('%s', (name, plugin) => {
  const here = new Map<string, unknown>();
  const there = new Map<string, unknown>();

  it('says of each calculator when to use it, and describes every result, with plausible bounds', () => {
    expect(undocumented(plugin)).toEqual([]);
  });

  it('does in this process what callers may expect', async () => {
    expect(failing(await checkCalculators(plugin, noting(inProcess(plugin, BASE_URL), here)))).toEqual([]);
  });

  it('does so as a service over HTTP', async () => {
    const service = overHttp({ url, plugin: name, secret: SECRET });
    const results = await checkService(plugin, noting(service, there));
    service.close();
    expect(failing(results)).toEqual([]);
  });

  it('answers the same from both: status, declared headers and body', () => {
    expect(here.size).toBeGreaterThan(50 * plugin.calculators.length);
    for (const [call, answer] of here) expect(there.get(call), call).toEqual(answer);
  });
});
