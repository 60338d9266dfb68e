import { execFile, execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../test/support/temporary-folder.ts';
import { ROOT } from './compile.ts';

const PACKAGES = ['calculators', 'plugin'];
const folder = temporaryFolder('packages');

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, unknown>>;
}

const manifestIn = (path: string): Manifest => JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
const installed = (name: string) => join(folder, 'node_modules', name);

/**
 * Packs each package and unpacks the tarball where npm would. Only their dependencies are links to the repository's
 * own, so the test needs no registry.
 */
beforeAll(() => {
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  for (const name of PACKAGES) {
    const source = join(ROOT, 'packages', name);
    execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: source });
    const { name: published, version } = manifestIn(source);
    mkdirSync(installed(published), { recursive: true });
    const tarball = join(folder, `vitalgate-${name}-${version}.tgz`);
    execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', installed(published)]);
  }
  const needed = new Set(
    PACKAGES.flatMap((name) => Object.keys(manifestIn(installed(`@vitalgate/${name}`)).dependencies)),
  );
  for (const name of needed) {
    if (name.startsWith('@vitalgate/')) continue;
    mkdirSync(dirname(installed(name)), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), installed(name));
  }
}, 120_000);

/** Runs a module in the folder and returns what it prints. @throws with the errors if it fails */
async function run(file: string, text: string): Promise<string> {
  writeFileSync(join(folder, file), text);
  return (await promisify(execFile)(process.execPath, [file], { cwd: folder })).stdout;
}

describe.each(PACKAGES)('the README of packages/%s', (name) => {
  it('has examples that print what it shows below them', async () => {
    const readme = readFileSync(join(installed(`@vitalgate/${name}`), 'README.md'), 'utf8');
    const [, file, text = ''] = /`(messages\/en\.json)`:\n\n```json\n(.*?)```/s.exec(readme) ?? [];
    if (file) {
      mkdirSync(join(folder, 'messages'), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    const examples = [...readme.matchAll(/```js\n(.*?)```\n\n```\w+\n(.*?)```/gs)];
    expect(examples.length).toBeGreaterThan(0);
    for (const [, code = '', printed] of examples) expect(await run('example.js', code)).toBe(printed);
  });
});

describe('a packed package', () => {
  it.each(PACKAGES)('%s has the release and the license, no TypeScript sources and no tests', (name) => {
    const path = installed(`@vitalgate/${name}`);
    expect(manifestIn(path)).toMatchObject({ version: manifestIn(ROOT).version, license: 'MIT' });
    const files = readdirSync(path, { recursive: true, encoding: 'utf8' });
    expect(files).toContain('LICENSE');
    expect(files.filter((file) => /(?<!\.d)\.ts$|\.(test|suite)\./.test(file))).toEqual([]);
  });

  it.each(PACKAGES)('%s depends on the versions that the repository is tested with', (name) => {
    for (const [dependency, range] of Object.entries(manifestIn(installed(`@vitalgate/${name}`)).dependencies)) {
      const { version } = manifestIn(
        dependency.startsWith('@vitalgate/') ? ROOT : join(ROOT, 'node_modules', dependency),
      );
      expect([version, `^${version}`], dependency).toContain(range);
    }
  });

  it('of the calculators has a module for each family, and the kit', () => {
    const families = globSync('*/family.ts', { cwd: join(ROOT, 'calculators') })
      .map((path) => dirname(path))
      .filter((name) => name !== 'kit');
    const modules = Object.keys(manifestIn(installed('@vitalgate/calculators')).exports);
    expect(modules.toSorted()).toEqual(['.', './kit', ...families.map((family) => `./${family}`)].toSorted());
  });

  it('of the calculators answers every example of every calculator', async () => {
    const printed = await run(
      'examples.js',
      `import * as all from '@vitalgate/calculators';
const answers = Object.values(all).filter(Array.isArray).flat().map(({ name, examples, answer }) => ({
  name,
  expected: examples.map(({ output }) => output),
  bodies: examples.map(({ input }) => answer(input).body),
}));
console.log(JSON.stringify(answers));`,
    );
    const answers: { name: string; expected: object[]; bodies: object[] }[] = JSON.parse(printed);
    expect(answers.length).toBeGreaterThan(100);
    for (const { name, expected, bodies } of answers) {
      expect(expected.length, name).toBeGreaterThan(0);
      expect(bodies, name).toMatchObject(expected);
    }
  });
});

it('a gateway lends its own SDK to a plugin that imports the package', async () => {
  const own = join(temporaryFolder('plugin'), 'acme');
  mkdirSync(own);
  const plugin = `import { definePlugin } from '@vitalgate/plugin';
if (!import.meta.resolve('@vitalgate/plugin').startsWith('file://${ROOT}plugins/sdk/')) throw new Error('another SDK');
export default definePlugin({ name: 'acme', version: '1.0.0', mount: '/api/acme', channels: ['direct'], calculators: [] });`;
  writeFileSync(join(own, 'plugin.ts'), plugin);
  const listed = promisify(execFile)(process.execPath, ['gateway/cli/plugins/main.ts', 'list', own], {
    cwd: ROOT,
    env: { PATH: process.env.PATH },
  });
  // The plugin loads, and is refused only because it has no calculator.
  const { stdout, stderr } = await listed.catch((error: { readonly stdout: string; readonly stderr: string }) => error);
  expect(stdout + stderr).toContain(`refused  from ${own}\n  calculators: must expose at least one calculator\n`);
});

describe('TypeScript', () => {
  const plugin = `import { tdee } from '@vitalgate/calculators/energy';
import { definePlugin } from '@vitalgate/plugin';

export const plugin = definePlugin({
  name: 'acme', version: '1.0.0', mount: '/api/acme', channels: ['direct'], calculators: [tdee],
});
const { tdee: kcal } = tdee.calculate({
  age: 34, weight: 82, height: 178, gender: 'male', activity_level: 'sedentary', method: 'mifflin_st_jeor',
});
export const rounded: number = Math.round(kcal);
`;

  /** The compiler's messages about a plugin; declarations are checked too. */
  async function mistakesOf(text: string): Promise<string> {
    writeFileSync(join(folder, 'typed.ts'), text);
    const options = ['--noEmit', '--strict', '--target', 'es2024', '--module', 'nodenext', '--types', 'node'];
    const roots = ['--typeRoots', join(ROOT, 'node_modules/@types')];
    const compiler = join(ROOT, 'node_modules/.bin/tsc');
    return promisify(execFile)(compiler, [...options, ...roots, 'typed.ts'], { cwd: folder }).then(
      () => '',
      ({ stdout }: { readonly stdout: string }) => stdout,
    );
  }

  it('accepts a plugin over a calculator, and every declaration in the packages', async () => {
    expect(await mistakesOf(plugin)).toBe('');
  });

  it('refuses a channel that does not exist, and an input that is missing', async () => {
    expect(await mistakesOf(plugin.replace("'direct'", "'post'"))).toContain(`'"post"' is not assignable`);
    expect(await mistakesOf(plugin.replace(' height: 178,', ''))).toContain("Property 'height' is missing");
  });
});
