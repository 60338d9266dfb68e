import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readConfig } from '../../gateway/configuration/config.ts';
import { checkPlugin, writeNpmPlugin } from '../support/npm-plugin.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const directory = temporaryFolder('plugins-dir');
const inPackages = (name: string) => join(directory, 'node_modules', name);

// Node strips no types below node_modules by itself (ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING).
it('npm plugins of PLUGINS_DIR load in TypeScript and JavaScript, with one instance of the SDK', async () => {
  writeNpmPlugin(inPackages('typed'), 'typed', 'ts');
  writeNpmPlugin(inPackages('@acme/scoped'), '@acme/scoped', 'js');
  writeNpmPlugin(inPackages('future'), 'future', 'js', { peerDependencies: { '@vitalgate/plugin': '^2.0.0' } });
  const output = await checkPlugin(['typed', '@acme/scoped', 'future'], { PLUGINS_DIR: directory });
  expect(output).toMatch(/typed .*\n *ok .*\/api\/typed\/double/);
  expect(output).toMatch(/scoped .*\n *ok .*\/api\/scoped\/double/);
  expect(output).toContain('package.json: needs @vitalgate/plugin ^2.0.0; this gateway has 1.0.0');
  expect(output).not.toMatch(/FAILS/);
});

it('PLUGINS names them as npm does; a folder keeps its path', () => {
  const { PLUGINS } = readConfig({ PLUGINS_DIR: directory, PLUGINS: 'typed,@acme/scoped,./typed,classic,absent' });
  expect(PLUGINS).toEqual([inPackages('typed'), inPackages('@acme/scoped'), './typed', 'classic', 'absent']);
  const data = temporaryFolder('data');
  writeNpmPlugin(join(data, 'plugins/node_modules/typed'), 'typed', 'ts');
  expect(readConfig({ DATA_DIR: data, PLUGINS: 'typed' }).PLUGINS).toEqual([join(data, 'plugins/node_modules/typed')]);
  expect(readConfig({ DATA_DIR: directory, PLUGINS: 'typed' }).PLUGINS).toEqual(['typed']);
});
