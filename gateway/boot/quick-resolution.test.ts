import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';

const run = promisify(execFile);

const REPOSITORY = join(import.meta.dirname, '../..');
const FILE = 'gateway/boot/quick-resolution.js';

/** Prints the address and the format of every module that is loaded, once, in alphabetical order. */
const RECORDER = `
  import { registerHooks } from 'node:module';
  const seen = new Set();
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      seen.add(loaded.format + ' ' + url);
      return loaded;
    },
  });
  process.on('exit', () => console.log([...seen].toSorted().join('\\n')));`;

async function loaded(root: string, entry: string, ...imports: readonly string[]): Promise<string[]> {
  const preloaded = [...imports, join(root, 'recorder.mjs')];
  const urls = preloaded.map((path) => pathToFileURL(path).href);
  const args = [...urls.flatMap((url) => ['--import', url]), join(root, entry)];
  const { stdout } = await run(process.execPath, args, { env: { ...process.env, NODE_COMPILE_CACHE: '' } });
  return stdout
    .trim()
    .split('\n')
    .filter((line) => !line.includes('quick-resolution') && !line.includes('node:'));
}

/** A repository with these files, beside the real `quick-resolution.js`. */
function repository(files: Readonly<Record<string, string>>): string {
  const root = temporaryFolder('repository');
  const all = { 'package.json': '{ "type": "module" }', 'recorder.mjs': RECORDER, ...files };
  for (const [path, content] of Object.entries(all)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  mkdirSync(join(root, dirname(FILE)), { recursive: true });
  cpSync(join(REPOSITORY, FILE), join(root, FILE));
  return root;
}

describe('imports of the repository', () => {
  it('lead to the modules that Node finds, in the same formats', async () => {
    const root = repository({
      'main.ts': `
        import './a.ts'; import './deep/b.ts'; import './script/c.cjs'; import './script/d.js'; import './plain.js';
        import 'modules'; import 'scripts'; import 'both'; import './require.cjs'; import data from './data.json' with { type: 'json' };
        await import('./a.ts?again'); await import(new URL('./deep/f.ts', import.meta.url).href);`,
      'require.cjs': "require('both'); require('both');",
      'deep/f.ts': "import 'both'; import 'modules';",
      'a.ts': 'export const a: number = 1;',
      'deep/b.ts': "import '../a.ts'; import './nested/e.ts';",
      'deep/nested/e.ts': "import '../../a.ts';",
      'plain.js': 'export {};',
      'data.json': '{}',
      'script/package.json': '{ "type": "commonjs" }',
      'script/c.cjs': "require('./d.js'); require('./d');",
      'script/d.js': 'module.exports = 1;',
      'node_modules/modules/package.json': '{ "type": "module", "exports": "./index.js" }',
      'node_modules/modules/index.js': "import './other.js'; import './old/script.js';",
      'node_modules/modules/other.js': "import './other.js';",
      'node_modules/modules/old/package.json': '{}',
      'node_modules/modules/old/script.js': 'module.exports = 1;',
      'node_modules/both/package.json':
        '{ "type": "module", "exports": { "import": "./import.js", "require": "./require.cjs" } }',
      'node_modules/both/import.js': '',
      'node_modules/both/require.cjs': '',
      'node_modules/scripts/package.json': '{ "main": "./lib/index" }',
      'node_modules/scripts/lib/index.js': "require('./part'); require('./folder');",
      'node_modules/scripts/lib/part.js': '',
      'node_modules/scripts/lib/folder/index.js': '',
    });
    const quick = await loaded(root, 'main.ts', join(root, FILE));
    expect(quick).toContain(`module-typescript ${pathToFileURL(join(root, 'deep/nested/e.ts')).href}`);
    expect(quick).toEqual(await loaded(root, 'main.ts'));
  });

  it('name the importing file when one leads nowhere', async () => {
    const root = repository({ 'main.ts': "import './a.ts';", 'a.ts': "import './gone.ts';" });
    await expect(loaded(root, 'main.ts', join(root, FILE))).rejects.toThrow(
      /Cannot find module .*gone\.ts' imported from .*a\.ts/,
    );
  });

  it('follow links, as Node does', async () => {
    const root = repository({
      'main.ts': "import './linked.ts'; import './folder/b.ts'; import './real/b.ts';",
      'real/a.ts': '',
      'real/b.ts': "import './c.ts';",
      'real/c.ts': '',
    });
    symlinkSync(join(root, 'real/a.ts'), join(root, 'linked.ts'));
    symlinkSync(join(root, 'real'), join(root, 'folder'));
    const quick = await loaded(root, 'main.ts', join(root, FILE));
    expect(quick.filter((line) => line.endsWith('b.ts'))).toHaveLength(1);
    expect(quick).toEqual(await loaded(root, 'main.ts'));
  });

  it('of files outside the repository are left to Node', async () => {
    const outside = temporaryFolder('outside');
    const root = repository({ 'main.ts': `import ${JSON.stringify(pathToFileURL(join(outside, 'main.ts')).href)};` });
    writeFileSync(join(outside, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(outside, 'main.ts'), `import './linked.ts'; import '${relative(outside, root)}/real.ts';`);
    writeFileSync(join(outside, 'real.ts'), '');
    writeFileSync(join(root, 'real.ts'), '');
    symlinkSync(join(outside, 'real.ts'), join(outside, 'linked.ts'));
    expect(await loaded(root, 'main.ts', join(root, FILE))).toEqual(await loaded(root, 'main.ts'));
  });
});

it('a gateway and its pages load the same modules as without it', async () => {
  const modules = ['gateway/app.ts', 'gateway/boot/run.ts', 'gateway/web/pages-application.ts'];
  const imports = modules.map((path) => `import ${JSON.stringify(pathToFileURL(join(REPOSITORY, path)).href)};`);
  const root = repository({ 'main.ts': imports.join('\n') });
  const quick = await loaded(root, 'main.ts', join(REPOSITORY, FILE));
  expect(quick.length).toBeGreaterThan(900);
  expect(quick).toEqual(await loaded(root, 'main.ts'));
});
