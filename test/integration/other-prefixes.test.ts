import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey } from '../../gateway/accounts/keys/keys.ts';
import { openRecords, type Records } from '../../gateway/records/records.ts';
import { actor } from '../support/customer.ts';
import { startTestGateway, type TestGateway } from '../support/in-process-gateway.ts';
import { connectMcp } from '../support/mcp-client.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitUntil } from '../support/wait-until.ts';

/** Writes a plugin with calculators that answer their weight times a factor. */
function pluginFolder(name: string, mount: string, calculators: readonly string[]): string {
  const folder = temporaryFolder(name);
  mkdirSync(join(folder, 'messages'));
  const texts = calculators.map((one) => [one, { title: `Title of ${name} ${one}`, summary: 's' }] as const);
  writeFileSync(
    join(folder, 'messages/en.json'),
    JSON.stringify({ ...Object.fromEntries(texts), equations: { double: 'Double' } }),
  );
  writeFileSync(
    join(folder, 'plugin.ts'),
    `import { defineCalculator, defineFamily, definePlugin, field, result } from 'vitalgate/plugin';
import { z } from 'zod';
const family = defineFamily('${name}', new URL('./messages/', import.meta.url));
const calculators = ${JSON.stringify(calculators)}.map((name) => defineCalculator({
  name, family, since: 'v1.0.0', profile: ['weight'],
  input: z.object({ weight: field.weight() }), output: z.object({ double: result.kilograms() }),
  equations: { double: { formula: 'double = 2 · weight', sources: [] } },
  examples: [{ input: { weight: 60 }, output: { double: 120 }, origin: '2 · 60' }],
  calculate: ({ weight }) => ({ double: 2 * weight }),
}));
export default definePlugin({ name: '${name}', version: '1.0.0', mount: '${mount}', channels: ['direct'], calculators });
`,
  );
  return folder;
}

const folders = [
  pluginFolder('acme', '/api/acme', ['double', 'bmi']),
  pluginFolder('next', '/api/v2', ['bmi']),
  pluginFolder('beside', '/api/v1', ['beside-double']),
];

let gateway: TestGateway;
let records: Records;
beforeAll(async () => {
  gateway = await startTestGateway({ PLUGINS: folders.join(), ADMIN_PORT: '0' });
  records = await openRecords({ dataDir: gateway.dataDir });
});
afterAll(async () => {
  await records.close();
  await gateway.stop();
});

/** A key that is limited to calculators; the name is not checked, as for a key of an earlier version. */
async function keyFor(...calculators: string[]): Promise<Record<string, string>> {
  const { text } = await createKey(records, actor, {
    clientId: gateway.first.clientId,
    userId: null,
    name: calculators.join(),
    environment: 'test',
    expiresAt: null,
    calculators,
    cap: null,
  });
  return { 'X-API-Key': text };
}

const json = async (answer: Promise<Response>): Promise<object> => Object(await (await answer).json());

describe('a calculator below another prefix than /api/v1', () => {
  it('is in a batch by its full path, and v2 answers beside v1', async () => {
    const requests = [
      { calculator: '/api/acme/double', input: { weight: 60 } },
      { calculator: '/api/v2/bmi', input: { weight: 60 } },
      { calculator: 'bmi', input: { weight: 65, height: 168 } },
      { calculator: '/api/v1/bmi', input: { weight: 65, height: 168 } },
      { calculator: '/api/acme/doubel', input: {} },
      { calculator: '/api/v1/batch', input: {} },
      { calculator: 'double', input: { weight: 60 } },
    ];
    expect(await json(gateway.post('/api/v1/batch', { requests }))).toMatchObject({
      results: [
        { status: 200, result: { double: 120 } },
        { status: 200, result: { double: 120 } },
        { status: 200, result: { bmi: 23.03 } },
        { status: 200, result: { bmi: 23.03 } },
        { status: 404, problem: { code: 'unknown-calculator', nearest: ['/api/acme/double'] } },
        { status: 404 },
        { status: 404 },
      ],
    });
  });

  it('is in the lists with its path', async () => {
    const pathsIn = async (path: string) => {
      const { calculators } = (await json(gateway.get(path))) as { calculators: readonly { path: string }[] };
      return calculators.map((one) => one.path);
    };
    const all = await pathsIn('/api/v1');
    expect(all).toContain('/api/v1/beside-double');
    expect(all.slice(-3)).toEqual(['/api/acme/bmi', '/api/acme/double', '/api/v2/bmi']);
    expect(await pathsIn('/api/acme')).toEqual(['/api/acme/bmi', '/api/acme/double']);
    expect(await pathsIn('/api/v2')).toEqual(['/api/v2/bmi']);
  });

  it('is offered by the dashboard under its qualified name, with its full path', async () => {
    const { paths } = Object(
      await json(fetch(`${gateway.baseUrl}/platform/v1/calculators`, { headers: { 'X-API-Key': gateway.key } })),
    );
    expect(paths).toMatchObject({
      bmi: '/api/v1/bmi',
      'acme/bmi': '/api/acme/bmi',
      'acme/double': '/api/acme/double',
      'next/bmi': '/api/v2/bmi',
    });
  });

  it('is a tool of MCP', async () => {
    const client = await connectMcp(gateway, { 'X-API-Key': gateway.key });
    const names: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await client.listTools(cursor === undefined ? {} : { cursor });
      names.push(...page.tools.map(({ name }) => name));
      cursor = page.nextCursor;
      if (cursor === undefined) break;
    }
    expect(names.slice(-3)).toEqual(['acme_bmi', 'acme_double', 'next_bmi']);
    expect(names).toContain('beside-double');
    const answer = await client.callTool({ name: 'acme_double', arguments: { weight: 60 } });
    expect(answer.structuredContent).toMatchObject({ double: 120 });
    await expect(client.callTool({ name: 'double', arguments: { weight: 60 } })).rejects.toThrow(
      /Unknown tool: double/,
    );
  });

  it('has a documentation page, and is in the index and the reference', async () => {
    const page = await gateway.get('/docs/calculators/acme/double', {});
    expect(page.status).toBe(200);
    const html = await page.text();
    expect(html).toContain('/api/acme/double');
    const style = /href="([^"]+\.css)"/.exec(html)?.[1] ?? '';
    expect((await fetch(new URL(style, `${gateway.baseUrl}/docs/calculators/acme/double`))).status).toBe(200);
    expect(await (await gateway.get('/docs/calculators/', {})).text()).toContain('href="acme/double?lang=en"');
    expect(await (await gateway.get('/docs/calculators/bmi', {})).text()).not.toContain('Title of');
    const document = await json(gateway.get('/openapi.json', {}));
    expect(document).toHaveProperty(['paths', '/api/acme/double', 'post']);
    expect(document).toHaveProperty(['paths', '/api/v2/bmi', 'get']);
  });
});

describe('the name of a calculator of an own plugin', () => {
  it('is qualified in usage and metrics, and a built-in one is not', async () => {
    const counted = async () => {
      const text = await (await fetch(`http://127.0.0.1:${gateway.adminPort}/metrics`)).text();
      return [...text.matchAll(/calculator="([^"]+)",status="2xx"\} (\d+)/g)].map(([, name]) => name);
    };
    const paths = ['/api/acme/double?weight=60', '/api/v2/bmi?weight=60', '/api/v1/bmi?weight=65&height=168'];
    for (const path of paths) expect((await gateway.get(path)).status).toBe(200);
    expect(await counted()).toEqual(expect.arrayContaining(['acme/double', 'next/bmi', 'bmi']));
    const rows = await waitUntil('a checkpoint', async () => {
      const found = await records.db.selectFrom('usage_fold').select('calculator').execute();
      const names = new Set(found.map(({ calculator }) => calculator));
      return names.has('bmi') && names.has('acme/double') ? names : undefined;
    });
    expect(rows).toContain('next/bmi');
    expect(rows).not.toContain('double');
  });

  it('limits keys: bmi opens the built-in one alone, and acme/bmi the own one alone', async () => {
    const status = async (path: string, headers: Record<string, string>) => (await gateway.get(path, headers)).status;
    const builtIn = await keyFor('bmi');
    const own = await keyFor('acme/bmi');
    expect(await status('/api/v1/bmi?weight=65&height=168', builtIn)).toBe(200);
    expect(await status('/api/acme/bmi?weight=60', builtIn)).toBe(403);
    expect(await status('/api/acme/bmi?weight=60', own)).toBe(200);
    expect(await status('/api/v2/bmi?weight=60', own)).toBe(403);
    expect(await status('/api/v1/bmi?weight=65&height=168', own)).toBe(403);
  });

  it('limits keys of earlier versions as before, if no built-in calculator has it', async () => {
    const former = await keyFor('double');
    expect((await gateway.get('/api/acme/double?weight=60', former)).status).toBe(200);
    const tools = await (await connectMcp(gateway, former)).listTools();
    expect(tools.tools.map(({ name }) => name)).toEqual(['find-calculator', 'acme_double']);
  });
});
