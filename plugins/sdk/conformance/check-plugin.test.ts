import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import body from '../../v1-body/plugin.ts';
import energy from '../../v1-energy/plugin.ts';
import { definePlugin, type Plugin } from '../plugin/define-plugin.ts';
import type { OwnEndpoint } from '../plugin/own-endpoint.ts';
import { calculatorService } from '../server/calculator-service.ts';
import { drain, listenOn } from '../server/http-server.ts';
import { type Answer, type Call, membersOf, type Transport } from './calls/exchange.ts';
import { inProcess } from './calls/in-process.ts';
import { type HttpTransport, overHttp } from './calls/over-http.ts';
import { type CheckResult, checkCalculators, checkService } from './check-plugin.ts';
import { reportLines } from './report.ts';

const BASE_URL = 'https://api.example.com';
const SECRET = 'a-secret-of-at-least-32-characters';

function only(plugin: Plugin, name: string): Plugin {
  const calculators = plugin.calculators.filter((calculator) => calculator.name === name);
  return definePlugin({ name: 'one', version: '1.0.0', mount: '/api/v1', channels: ['direct'], calculators });
}

// It has numbers, a whole number, words, an alias, and both required and optional inputs.
const tdee = only(energy, 'tdee');
const bmi = only(body, 'bmi');

const failing = (results: readonly CheckResult[]) =>
  results.filter(({ failures }) => failures.length > 0).map(({ check }) => check);

/** A mistake of a service: it misreads calls, or writes wrong answers. */
interface Mistake {
  readonly call?: (call: Call) => Partial<Call>;
  readonly answer?: (answer: Answer, call: Call) => Partial<Answer>;
}

function mistaken(transport: Transport, { call: misread, answer: miswrite }: Mistake): Transport {
  return {
    async ask(call) {
      const answer = await transport.ask({ ...call, ...misread?.(call) });
      return { ...answer, ...miswrite?.(answer, call) };
    },
  };
}

/** The answer with other members. */
const members = (change: (members: Readonly<Record<string, unknown>>) => object): Mistake => ({
  answer: (answer) => ({ text: JSON.stringify(change(membersOf(answer))) }),
});

const query = (change: (query: string) => string): Mistake => ({ call: (call) => ({ query: change(call.query) }) });

const text = (change: (body: string) => string): Mistake => ({
  call: ({ body: sent }) => (typeof sent === 'string' ? { body: change(sent) } : {}),
});

const errors = (change: (errors: unknown[]) => unknown[]): Mistake =>
  members((all) => (Array.isArray(all.errors) ? { ...all, errors: change(all.errors) } : all));

const parameters = (change: (pairs: [string, string][]) => [string, string][]): Mistake =>
  query((one) => new URLSearchParams(change([...new URLSearchParams(one)])).toString());

const mistakes: Readonly<Record<string, readonly [string, Mistake]>> = {
  'calculates wrongly': ['examples', members(({ tdee: _, ...rest }) => ({ tdee: 1, ...rest }))],
  'leaves the profile out': ['frame', members(({ profile: _, ...rest }) => rest)],
  'vouches for no caller': [
    'frame',
    members((all) => ({ ...all, _api_metadata_: { endpoint_name: 'tdee', authenticated: false } })),
  ],
  'answers POST otherwise': [
    'post',
    {
      answer: (answer, { method }) =>
        method === 'POST' ? { text: JSON.stringify({ ...membersOf(answer), tdee: 1 }) } : {},
    },
  ],
  'answers HEAD with a body': ['head', { answer: (_, { method }) => (method === 'HEAD' ? { text: 'x' } : {}) }],
  'does not know its aliases': [
    'aliases',
    members((all) => ({ ...all, _api_metadata_: { endpoint_name: 'tdee', authenticated: true } })),
  ],
  'knows no detail': ['controls', members(({ details: _, ...rest }) => rest)],
  'speaks English alone': ['languages', { call: () => ({ language: 'en' }) }],
  'does not say which language it speaks': [
    'languages',
    { answer: ({ headers: { 'content-language': _, ...headers } }) => ({ headers }) },
  ],
  'ignores lang': ['lang', parameters((pairs) => pairs.filter(([name]) => name !== 'lang'))],
  'reports the first mistake alone': ['missing', errors((all) => all.slice(0, 1))],
  'stops at the first mistake': ['all at once', errors((all) => all.slice(0, 1))],
  'takes an empty input for none': ['empty', parameters((pairs) => pairs.filter(([, value]) => value !== ''))],
  'ignores unknown parameters': ['unknown', query((one) => one.replace(/&no_such_parameter=1/, ''))],
  'takes the last of repeated parameters': ['repeated', parameters((pairs) => [...new Map(pairs)])],
  'takes units from the body': ['placement', text((one) => one.replace(/,"units":"metric","lang":"en"/, ''))],
  'decodes what is not UTF-8': ['encoding', query((one) => one.replaceAll(/%(?=$|zz|ff)/g, '%25'))],
  'takes NaN for JSON': ['bodies', text((one) => one.replace('NaN', '1'))],
  'takes the last of repeated members': ['bodies', text((one) => one.replace(/^\{("weight":[^,]*),\1\}/, '{$1}'))],
  'falls over deep nesting': [
    'bodies',
    { answer: (_, call) => (String(call.body).includes('[[') ? { status: 500 } : {}) },
  ],
  'takes every media type': ['media type', { call: () => ({ contentType: 'application/json' }) }],
  'cuts long bodies off': [
    'size',
    { call: ({ body: sent }) => (typeof sent === 'string' ? { body: sent.slice(0, 65_536) } : {}) },
  ],
  'clamps small values': ['bounds', query((one) => one.replace('age=17', 'age=18'))],
  'excludes a bound': [
    'bounds',
    {
      call: ({ query: asked }) => ({ query: asked.replace('age=100', 'age=101') }),
    },
  ],
  'takes words in any case': ['words', query((one) => one.toLowerCase())],
  'takes words with blanks': ['words', query((one) => one.replaceAll('=+', '='))],
  'takes an exponent': ['numbers', query((one) => one.replaceAll('=1e2', '=100'))],
  'takes hexadecimal digits': ['numbers', query((one) => one.replaceAll('=0x50', '=80'))],
  'takes the digits of every script': ['numbers', query((one) => one.replaceAll('%D9%A8%D9%A0', '80'))],
  'takes numbers of any length': ['numbers', query((one) => one.replaceAll('1'.repeat(33), '100'))],
  'takes texts for JSON numbers': ['JSON numbers', text((one) => one.replaceAll('"80"', '80'))],
  'rounds fractions to whole numbers': ['integers', query((one) => one.replace('age=30.5', 'age=31'))],
  'does not repeat the request id': ['unknown', members(({ request_id: _, ...rest }) => rest)],
  'answers problems as plain JSON': [
    'unknown',
    { answer: ({ headers }) => ({ headers: { ...headers, 'content-type': 'application/json' } }) },
  ],
  'explains nothing': ['unknown', members((all) => ('title' in all ? { ...all, title: '' } : all))],
  'invents codes': ['unknown', errors((all) => all.map((error) => ({ ...Object(error), code: 'strange' })))],
};

describe('the suite finds a service that', () => {
  it('is right to be without failure', async () => {
    expect(failing(await checkCalculators(tdee, inProcess(tdee, BASE_URL)))).toEqual([]);
    expect(failing(await checkCalculators(bmi, inProcess(bmi, BASE_URL)))).toEqual([]);
  });

  it.each(Object.entries(mistakes))('%s', async (_, [check, mistake]) => {
    const results = await checkCalculators(tdee, mistaken(inProcess(tdee, BASE_URL), mistake));
    expect(failing(results)).toContain(check);
  });

  it('explains its classes in nothing', async () => {
    const silent = members((all) => ('category_label' in all ? { ...all, category_label: '' } : all));
    expect(failing(await checkCalculators(bmi, mistaken(inProcess(bmi, BASE_URL), silent)))).toContain('frame');
  });

  it('has neither inputs nor examples in its manifest', async () => {
    const endpoint = { name: 'x', methods: ['GET'], languages: ['en'] } as const;
    const bare = { ...tdee, calculators: [], endpoints: [endpoint] };
    const results = await checkCalculators(bare, { ask: async () => ({ status: 200, headers: {}, text: '{}' }) });
    expect(results.find(({ check }) => check === 'examples')?.failures).toEqual([
      expect.stringMatching(/describes no inputs/),
      expect.stringMatching(/gives no examples/),
    ]);
  });
});

describe('the suite calls a service, and finds one that', () => {
  const server = createServer(
    calculatorService({
      plugins: [tdee],
      baseUrl: BASE_URL,
      secrets: [SECRET],
      unsigned: 'answer',
      onError: () => undefined,
    }),
  );
  let service: HttpTransport;
  let url: string;
  beforeAll(async () => {
    url = `http://127.0.0.1:${await listenOn(server, '127.0.0.1', 0)}`;
    service = overHttp({ url, plugin: 'one', secret: SECRET });
  });
  afterAll(async () => {
    service.close();
    await drain(server, 100);
  });

  it('passes, also if it answers unsigned calls as not authenticated', async () => {
    expect(failing(await checkService(tdee, service))).toEqual([]);
  });

  it('believes every caller', async () => {
    const gullible: HttpTransport = { ...service, ask: (call) => service.ask(call) };
    const signature = (await checkService(tdee, gullible)).find(({ check }) => check === 'signature');
    // Fifteen calls that the gateway did not make, and the one that it does not vouch for.
    expect(signature?.failures).toHaveLength(16);
  });

  it('answers under other paths, and does not name its methods', async () => {
    const loose = mistaken(service, {
      call: ({ path }) => ({ path: path.toLowerCase() }),
      answer: ({ headers: { allow: _, ...headers } }) => ({ headers }),
    });
    expect(failing(await checkService(tdee, { ...service, ...loose }))).toEqual(
      expect.arrayContaining(['paths', 'methods']),
    );
  });

  it('has another secret, and says that alone', async () => {
    const stranger = createServer(
      calculatorService({
        plugins: [tdee],
        baseUrl: BASE_URL,
        secrets: [],
        unsigned: 'refuse',
        onError: () => undefined,
      }),
    );
    const there = `http://127.0.0.1:${await listenOn(stranger, '127.0.0.1', 0)}`;
    const untrusted = overHttp({ url: there, plugin: 'one', secret: SECRET });
    expect(failing(await checkService(tdee, untrusted))).toEqual(['secret']);
    untrusted.close();
    await drain(stranger, 100);
    const gone = overHttp({ url: there, plugin: 'one', secret: SECRET });
    expect(failing(await checkService(tdee, gone))).toEqual(['health']);
  });
});

describe('a plugin with a contract of its own is judged by what it declares', () => {
  const good = { status: 200, headers: { 'Content-Type': 'text/plain' }, body: '{"lean":60}', problem: null };
  const examples = [{ input: { weight: 80 }, output: { lean: 60 }, origin: 'By definition' }];

  /** The checks that fail for such an answer. */
  async function failingWith(respond: OwnEndpoint['respond']): Promise<string[]> {
    const lean = {
      name: 'lean',
      path: 'old/lean',
      methods: ['GET', 'POST'],
      languages: ['en'],
      examples,
      respond,
    } as const;
    const endpoints = [{ ...lean, mediaTypes: ['text/plain'] }];
    const plugin = definePlugin({ name: 'old', version: '1.0.0', mount: '/old', channels: ['direct'], endpoints });
    const results = await checkCalculators(plugin, inProcess(plugin, BASE_URL));
    expect(new Set(results.map(({ path }) => path))).toEqual(new Set(['/old/old/lean']));
    return failing(results);
  }

  it('passes with its own names and errors', async () => {
    expect(await failingWith(({ query }) => (query === null ? { ...good, status: 418 } : good))).toEqual([]);
  });

  it.each<[string, OwnEndpoint['respond'], string[]]>([
    ['an example is answered otherwise', () => ({ ...good, body: '{"lean":61}' }), ['examples']],
    [
      'it answers in another media type',
      () => ({ ...good, headers: { 'Content-Type': 'text/html' } }),
      ['media types'],
    ],
    [
      'a malformed query makes it fail',
      ({ query }) => (query === null ? { ...good, status: 500 } : good),
      ['any input'],
    ],
    [
      'a broken body makes it throw',
      ({ method, body }) => ({ ...good, body: method === 'POST' ? JSON.parse(String(body)).lean : good.body }),
      ['any input'],
    ],
  ])('fails if %s', async (_, respond, checks) => {
    expect(await failingWith(respond)).toEqual(checks);
  });
});

it('the report lists each failure with its fix', () => {
  const good = { path: '/api/a/b', check: 'frame', failures: [], mend: 'none' };
  const bad = {
    ...good,
    path: '/api/a/c',
    check: 'numbers',
    failures: ['1', '2', '3', '4', '5'],
    mend: 'Read digits.',
  };
  expect(reportLines([good, { ...good, check: 'head' }, { ...good, path: '/api/a/c' }, bad])).toEqual([
    'ok    /api/a/b  2 checks',
    'FAILS /api/a/c  1 of 2 checks',
    '  numbers: 1',
    '  numbers: 2',
    '  numbers: 3',
    '  numbers: and 2 more',
    '    mend: Read digits.',
  ]);
});
