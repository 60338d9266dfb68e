import { expect, it } from 'vitest';
import { definePlugin, type Plugin } from '../plugin/define-plugin.ts';
import { conflicts } from './conflicts.ts';

const endpoint = { name: 'lean-mass', methods: ['GET'], languages: ['en'] } as const;
const service = { urls: ['http://127.0.0.1:9'] };
const respond = () => ({ status: 200, headers: {}, body: '{}', problem: null });
const problems = { mediaType: 'application/json', body: { error: '{message}' } };

/** A plugin of manifests. */
function at(mount: string, ...names: string[]): Plugin {
  const endpoints = names.map((name) => ({ ...endpoint, name }));
  return definePlugin({
    name: `at${mount.replaceAll('/', '-')}`,
    version: '1.0.0',
    mount,
    channels: [],
    endpoints,
    service,
  });
}

/** A plugin with a contract of its own. */
function own(mount: string, path: string): Plugin {
  const endpoints = [{ ...endpoint, path, respond }];
  return definePlugin({ name: 'own', version: '1.0.0', mount, channels: [], endpoints, problems });
}

const installed = [at('/api/v1', 'bmi', 'tdee'), own('/classic', 'bmi')];

it.each([
  ['another mount', at('/api/acme', 'bmi')],
  ['another path of the same mount', { ...at('/api/v1', 'lean-mass'), name: 'acme' }],
  ['a mount inside another one', at('/api/v1/acme', 'bmi')],
  ['a mount above another one', at('/api', 'bmi')],
])('%s is no conflict', (_, candidate) => {
  expect(conflicts(installed, candidate)).toEqual([]);
});

it.each<[string, Plugin, string[]]>([
  ['name', { ...at('/api/acme', 'x'), name: 'own' }, ['name: own is taken']],
  [
    'name of a built-in plugin that is not loaded',
    { ...at('/api/acme', 'x'), name: 'v1-clinical' },
    ['name: v1-clinical is taken'],
  ],
  ['path', { ...at('/api/v1', 'tdee'), name: 'acme' }, ['endpoints: /api/v1/tdee belongs to the plugin at-api-v1']],
  [
    'path of the batch',
    { ...at('/api/v1', 'batch'), name: 'acme' },
    ['endpoints: /api/v1/batch belongs to the gateway'],
  ],
  ['path of a list', at('/api', 'v1'), ['endpoints: /api/v1 belongs to the plugin at-api-v1']],
  ['mount at a calculator', at('/api/v1/bmi', 'x'), ['mount: /api/v1/bmi belongs to the plugin at-api-v1']],
  ['mount over pages of the gateway', at('/docs/acme', 'x'), ['mount: /docs belongs to the gateway']],
  ['mount over the platform', own('/platform', 'x'), ['name: own is taken', 'mount: /platform belongs to the gateway']],
  ['mount of MCP', at('/mcp', 'x'), ['mount: /mcp belongs to the gateway']],
  [
    'format of errors',
    { ...own('/api/v1', 'x'), name: 'acme' },
    ['mount: the plugin at-api-v1 has another format of errors under /api/v1'],
  ],
  [
    'format of errors of the other',
    at('/classic', 'x'),
    ['mount: the plugin own has another format of errors under /classic'],
  ],
])('a plugin cannot take the %s of another', (_, candidate, mistakes) => {
  expect(conflicts(installed, candidate)).toEqual(mistakes);
});
