import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { sourceOfError } from './stray-errors.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'vitalgate-stray-')));
const [acme, beta, link] = ['ac me', 'beta', 'link'].map((name) => join(root, name)) as [string, string, string];
for (const folder of [acme, beta]) {
  mkdirSync(folder);
  writeFileSync(join(folder, 'plugin.ts'), '');
}
symlinkSync(beta, link);

function thrownAt(place: string): Error {
  const error = new Error('x');
  error.stack = `Error: x\n    at listOnTimeout (node:internal/timers:605:17)\n    at go (${place}:3:9)`;
  return error;
}

it.each([
  ['in its folder', thrownAt(pathToFileURL(join(acme, 'plugin.ts')).href), acme],
  ['in a file that it requires', thrownAt(join(acme, 'node_modules/dep/index.js')), acme],
  ['in a folder that is a link', thrownAt(pathToFileURL(join(beta, 'fat.ts')).href), link],
])('an error %s belongs to the plugin', (_, error, source) => {
  expect(sourceOfError(error, [acme, link])).toBe(source);
});

it('an error of the gateway belongs to no plugin, nor does one of a folder whose name begins alike', () => {
  expect(sourceOfError(new Error('ours'), [acme, link])).toBeNull();
  expect(sourceOfError(thrownAt(pathToFileURL(join(root, 'ac menu/plugin.ts')).href), [acme, link])).toBeNull();
});

it('a thrown text, and an error without a stack, may be of any plugin', () => {
  const wrapped = Object.assign(new Error('rejected with "x"'), { code: 'ERR_UNHANDLED_REJECTION' });
  const native = Object.assign(new Error('ENOENT'), { stack: "Error: ENOENT: no such file, open '/x'" });
  for (const error of ['a text', wrapped, native])
    expect(sourceOfError(error, [acme, link])).toBe(`${acme} or ${link}`);
});

it('a process survives the error of a plugin, and ends with code 1 on one of its own', async () => {
  writeFileSync(join(acme, 'late.js'), 'setTimeout(() => { throw new Error("theirs"); });');
  const module = new URL('./stray-errors.ts', import.meta.url).href;
  const program = `
    import { surviveStrayErrors } from '${module}';
    surviveStrayErrors([${JSON.stringify(acme)}], (source, error) => console.log(source, error.message));
    await import(${JSON.stringify(pathToFileURL(join(acme, 'late.js')).href)});
    setTimeout(() => { throw new Error('ours'); }, 50);
    setTimeout(() => console.log('too late'), 5_000);
  `;
  const ended = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  await expect(ended).rejects.toMatchObject({
    code: 1,
    stdout: `${acme} theirs\n`,
    stderr: expect.stringContaining('Error: ours\n    at '),
  });
});
