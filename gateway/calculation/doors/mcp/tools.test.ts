import { pino } from 'pino';
import { afterAll, expect, it } from 'vitest';
import { Secret } from '../../../../plugins/sdk/environment/secret.ts';
import { definePlugin } from '../../../../plugins/sdk/index.ts';
import { loadPlugins } from '../../../../plugins/sdk/loading/load.ts';
import { TEST_SECRET } from '../../../../test/support/service.ts';
import { RELEASE } from '../../../request/routes/list-endpoint.ts';
import { buildRouteTable } from '../../../request/routes/route-table.ts';
import { openApiDocument } from '../../../web/docs/openapi.ts';
import { forwardingTo } from '../../remote/forwarding.ts';
import { Services } from '../../remote/services.ts';
import { toolsOf } from './tools.ts';

const far = definePlugin({
  name: 'far',
  version: '1.0.0',
  mount: '/api/v1',
  channels: ['direct'],
  service: { urls: ['http://127.0.0.1:9'] },
  endpoints: [
    {
      name: 'far-mass',
      aliases: ['far-weight'],
      methods: ['GET', 'HEAD', 'POST'],
      languages: ['en', 'de'],
      title: { en: 'Far mass', de: 'Ferne Masse' },
      inputs: [{ name: 'weight', type: 'number', required: true, description: 'Weight', unit: 'kg', min: 2, max: 650 }],
    },
    { name: 'far-get', methods: ['GET', 'HEAD'], languages: ['en'] },
  ],
});
const elsewhere = definePlugin({
  name: 'elsewhere',
  version: '1.0.0',
  mount: '/api/elsewhere',
  channels: ['direct'],
  service: { urls: ['http://127.0.0.1:9'] },
  endpoints: [
    { name: 'other', methods: ['POST'], languages: ['en'] },
    { name: 'tdee', methods: ['POST'], languages: ['en'] },
  ],
});
const services = new Services({ logger: pino({ level: 'silent' }) });
const config = { CALCULATORS_URL: [], SERVICE_SECRET: [new Secret(TEST_SECRET)] };
afterAll(() => services.close());

const plugins = [...(await loadPlugins([])).plugins, far, elsewhere];
const table = buildRouteTable(plugins, 'http://x', forwardingTo(services, config, Date.now));
const tools = toolsOf(table);

interface Document {
  readonly paths: Readonly<
    Record<string, { post: { requestBody: { content: Record<string, { readonly schema: object }> } } }>
  >;
}

it('every tool accepts the body that OpenAPI documents for the POST of its calculator, and the controls', () => {
  const language = 'de' as const;
  const document = openApiDocument({ plugins, baseUrl: 'http://x', release: RELEASE, platform: false, language });
  const { paths }: Document = JSON.parse(JSON.stringify(document));
  const dated: string[] = [];
  for (const tool of tools) {
    const { name, inputSchema } = tool.in(language);
    const { lang, units, detail, as_of: day, ...properties } = inputSchema.properties ?? {};
    expect(name).toBe(tool.name);
    const { schema } = paths[tool.path]?.post.requestBody.content['application/json'] ?? {};
    expect({ ...inputSchema, properties }).toEqual(schema);
    expect([lang, units, detail]).toMatchObject([{ type: 'string' }, { default: 'metric' }, { default: 'standard' }]);
    if (day !== undefined) dated.push(name);
  }
  expect(dated).toEqual(expect.arrayContaining(['calorie-target', 'sinclair-total', 'tdee']));
  expect(dated).not.toContain('bmi');
});

it('a tool of a manifest has its texts, and the range and unit of each input', () => {
  expect(tools.find(({ name }) => name === 'far-mass')?.in('de')).toMatchObject({
    title: 'Ferne Masse',
    inputSchema: {
      properties: { weight: { type: 'number', minimum: 2, maximum: 650, description: 'Weight\n\n2 bis 650\u00a0kg' } },
      required: ['weight'],
      additionalProperties: false,
    },
  });
});

it('the tools are exactly the calculators that accept a body: those of v1 by name, then the others', () => {
  const names = tools.map(({ name }) => name);
  expect(names.slice(0, -2)).toContain('far-mass');
  expect(names).toContain('tdee');
  for (const name of ['far-weight', 'far-get', 'other', 'batch', 'list', 'bodyfat', 'classic-bmi']) {
    expect(names).not.toContain(name);
  }
  expect(names.slice(-2)).toEqual(['elsewhere_other', 'elsewhere_tdee']);
  expect(names.slice(0, -2)).toEqual(names.slice(0, -2).toSorted((a, b) => a.localeCompare(b, 'en')));
  expect(new Set(names).size).toBe(names.length);
  // Tool names (MCP 2025-11-25, server/tools).
  for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_.-]{1,128}$/);
});
