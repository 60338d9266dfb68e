import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { hostPlugin } from '../host/host.ts';
import type { Plugin } from '../plugin/define-plugin.ts';
import { requestLanguage } from '../reading/request-language.ts';
import type { ServiceAnswer } from '../service/service.ts';
import { loadPlugins } from './load.ts';
import { namedPlugins } from './sources.ts';

const root = mkdtempSync(join(tmpdir(), 'vitalgate-plugins-'));

const texts = { title: 't', summary: 's' };
const MESSAGES = { double: texts, bmi: texts, triple: texts, equations: { double: 'Double' } };

/** An operator's own calculator. It imports only the modules that the loader provides. */
const DOUBLE = `
import { defineCalculator, definePlugin, defineFamily, field, result } from 'vitalgate/plugin';
import { z } from 'zod';
const family = defineFamily('own', new URL('./messages/', import.meta.url));
const double = defineCalculator({
  name: 'NAME', family, since: 'v1.0.0', profile: ['weight'],
  input: z.object({ weight: field.weight() }),
  output: z.object({ double_kg: result.kilograms() }),
  equations: { double: { formula: '2 · weight', sources: [] } },
  examples: [],
  calculate: ({ weight }) => ({ double_kg: 2 * weight }),
});
`;

function plugin(folder: string, code: string): string {
  const path = join(root, folder);
  mkdirSync(join(path, 'messages'), { recursive: true });
  writeFileSync(join(path, 'messages', 'en.json'), JSON.stringify(MESSAGES));
  writeFileSync(join(path, 'plugin.ts'), code);
  return path;
}

const declared = (fields: string) => `${DOUBLE}\nexport default definePlugin({ ${fields} });`;
const good = `name: 'own', version: '1.0.0', mount: '/api/v1', channels: ['direct'], calculators: [double]`;

let paths: Record<'own' | 'broken' | 'throws' | 'nothing' | 'taken' | 'leak', string>;
beforeAll(() => {
  paths = {
    own: plugin('own', declared(good).replace('NAME', 'double')),
    broken: plugin(
      'broken',
      declared(`name: 'Bad Name', version: '1', mount: 'x', channels: [], calculators: []`).replace('NAME', 'double'),
    ),
    throws: plugin('throws', `throw new Error('no licence file')`),
    nothing: plugin('nothing', 'export const x = 1;'),
    taken: plugin('taken', declared(good.replace(`'own'`, `'taken'`)).replace('NAME', 'bmi')),
    leak: plugin(
      'leak',
      declared(good.replace(`'own'`, `'leak'`).replace(`['direct']`, `['marketplace']`)).replace('NAME', 'triple'),
    ),
  };
});

/** The answer of the operator's own calculator. */
function answerOf(plugins: readonly Plugin[], query: readonly string[]): ServiceAnswer | undefined {
  const own = plugins.find(({ name }) => name === 'own');
  const [endpoint] = own ? hostPlugin(own, 'http://x') : [];
  expect(endpoint?.languages).toEqual(['en']);
  const call = { method: 'GET', contentType: undefined, body: null, requestId: 'r' } as const;
  const language = requestLanguage(query, undefined, endpoint?.languages ?? []);
  return endpoint?.respond({ ...call, query, language, authenticated: true });
}

describe('the loader', () => {
  it('loads the built-in plugins when none is named', async () => {
    const { plugins, refused } = await loadPlugins([]);
    expect(refused).toEqual([]);
    expect(plugins.map(({ name }) => name)).toEqual(expect.arrayContaining(['v1-body', 'v1-energy']));
  });

  it('loads the clinical plugin only with CLINICAL=on', async () => {
    const loaded = async (CLINICAL: 'on' | 'off') =>
      (await loadPlugins(namedPlugins({ PLUGINS: [], CLINICAL }))).plugins.map(({ name }) => name);
    expect(await loaded('on')).toContain('v1-clinical');
    expect(await loaded('off')).not.toContain('v1-clinical');
  });

  it("loads an operator's folder that imports vitalgate/plugin and zod without installing them", async () => {
    const { plugins, refused } = await loadPlugins([paths.own]);
    expect(refused).toEqual([]);
    expect(answerOf(plugins, ['weight', '41'])?.body).toContain('"double_kg":82');
  });

  it('speaks a language only if the calculator has it: lang of another one is answered in English, and says so', async () => {
    const { plugins } = await loadPlugins([paths.own]);
    const answer = answerOf(plugins, ['weight', '41', 'lang', 'de']);
    expect(answer?.headers['Content-Language']).toBe('en');
    expect(answer?.body).toContain('"language":"en"');
  });

  it('refuses broken plugins by name with every reason and loads the rest', async () => {
    const { plugins, refused } = await loadPlugins([paths.broken, paths.throws, paths.nothing, paths.taken, paths.own]);
    expect(refused.filter(({ source }) => source.startsWith(root))).toEqual([
      {
        source: paths.broken,
        reasons: [
          'name: must be kebab-case',
          'version: must be a version such as 1.0.0',
          'mount: must be a path such as /api/v1',
          expect.stringMatching(/^channels: /),
          'calculators: must expose at least one calculator',
        ],
      },
      { source: paths.throws, reasons: ['cannot be imported: plugin.ts:1: no licence file'] },
      { source: paths.nothing, reasons: ['has no default export made by definePlugin'] },
      { source: paths.taken, reasons: ['calculators: /api/v1/bmi belongs to the plugin v1-body'] },
    ]);
    expect(plugins.map(({ name }) => name)).toContain('own');
  });

  it('refuses inputs and results that no JSON Schema describes, with every reason', async () => {
    const code = declared(good)
      .replace('NAME', 'double')
      .replace('field.weight()', 'field.weight(), other: z.custom(() => true), when: z.bigint()')
      .replace('result.kilograms()', 'result.kilograms(), odd: z.custom(() => true)');
    const { refused } = await loadPlugins([plugin('schemaless', code)]);
    const reasons = refused[0]?.reasons.filter((reason) => reason.includes('JSON Schema'));
    expect(reasons).toEqual([
      'calculators: the input other of double has no JSON Schema: Custom types cannot be represented in JSON Schema',
      'calculators: the input when of double has no JSON Schema: BigInt cannot be represented in JSON Schema',
      'calculators: the output of double has no JSON Schema: Custom types cannot be represented in JSON Schema',
    ]);
  });

  it('refuses a plugin under /api/v1 that lists the marketplace', async () => {
    const { refused } = await loadPlugins([paths.leak]);
    expect(refused.at(-1)?.reasons).toEqual([expect.stringContaining('cannot list marketplace')]);
  });

  it('finds a folder without ./ before its path, also that of a built-in plugin', async () => {
    const ours = await loadPlugins(['plugins/v1-body']);
    expect(ours.plugins.filter(({ name }) => name === 'v1-body')).toHaveLength(1);
    expect(ours.refused).toEqual([]);
    const here = vi.spyOn(process, 'cwd').mockReturnValue(root);
    const { plugins } = await loadPlugins(['own']).finally(() => here.mockRestore());
    expect(plugins.map(({ name }) => name)).toContain('own');
  });

  it('suggests the folder whose name is nearest to one that does not exist', async () => {
    const before = process.cwd();
    process.chdir(root);
    const { refused } = await loadPlugins(['owm']).finally(() => process.chdir(before));
    expect(refused.at(-1)?.reasons.join()).toContain('did you mean ./own?');
  });

  it('refuses what does not exist', async () => {
    const { refused } = await loadPlugins(['./does-not-exist']);
    expect(refused.at(-1)?.source).toBe('./does-not-exist');
  });
});
