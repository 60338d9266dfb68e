import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkPlugin, writeNpmPlugin } from '../support/npm-plugin.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const npm = (...args: string[]) => execFileSync('npm', [...args, '--offline', '--silent', '--no-audit'], { cwd: '/' });

it('a plugin that npm packs, installs, upgrades and removes loads, without its source, until it is removed', async () => {
  const source = temporaryFolder('source');
  const directory = temporaryFolder('plugins-dir');
  const check = () => checkPlugin(['packed'], { PLUGINS_DIR: directory });
  for (const version of ['1.0.0', '1.1.0']) {
    const folder = join(source, version);
    writeNpmPlugin(folder, 'packed', 'ts', { version });
    npm('pack', folder, '--pack-destination', source);
    npm('install', '--prefix', directory, join(source, `packed-${version}.tgz`));
    rmSync(folder, { recursive: true });
    expect(await check()).toMatch(/packed .*\n *ok .*\/api\/packed\/double/);
  }
  npm('uninstall', '--prefix', directory, 'packed');
  expect(await check()).toMatch(/refused: packed/);
});
