import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { readConfig } from './config.ts';
import { type EarlySettings, readEarly } from './early-settings.ts';

const folder = temporaryFolder('early-settings');
const installed = join(folder, 'plugins', 'node_modules', 'steps');
mkdirSync(installed, { recursive: true });
writeFileSync(join(installed, 'package.json'), '{}');

const PLUGINS_DIR = join(folder, 'plugins');

const ALONE = { plugins: [], pluginMemoryMb: 128, isAlone: true };

const stores = { DATABASE_URL: 'postgres://vg@db/vg', REDIS_URL: 'redis://a' };

const CASES: [what: string, environment: Record<string, string>, expected: EarlySettings][] = [
  ['nothing', {}, ALONE],
  ['empty variables', { PLUGINS: '', PLUGIN_MEMORY_MB: '', WORKERS: '', PLUGINS_DIR: '', DATA_DIR: '' }, ALONE],
  ['folders', { PLUGINS: ' ./mine ,,/srv/theirs' }, { ...ALONE, plugins: ['./mine', '/srv/theirs'] }],
  ['a package of DATA_DIR', { PLUGINS: 'steps', DATA_DIR: folder }, { ...ALONE, plugins: [installed] }],
  ['a package of PLUGINS_DIR', { PLUGINS: 'steps', PLUGINS_DIR }, { ...ALONE, plugins: [installed] }],
  ['a package elsewhere', { PLUGINS: 'steps' }, { ...ALONE, plugins: ['steps'] }],
  ['memory', { PLUGIN_MEMORY_MB: '64' }, { ...ALONE, pluginMemoryMb: 64 }],
  ['workers', { WORKERS: '2', ...stores }, { ...ALONE, isAlone: false }],
];

it.each(CASES)('reads %s as the configuration does', (_, environment, expected) => {
  expect(readEarly(environment)).toEqual(expected);
  const { PLUGINS, PLUGIN_MEMORY_MB, WORKERS } = readConfig(environment);
  expect({ plugins: PLUGINS, pluginMemoryMb: PLUGIN_MEMORY_MB, isAlone: WORKERS === 1 }).toEqual(expected);
});
