import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';

const run = promisify(execFile);

const at = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);

/** Prints whether each of two modules of Express is loaded: with a gateway, and with its pages. */
const PROGRAM = `
  import { createRequire } from 'node:module';
  const { cache, resolve } = createRequire(${at('.')});
  const print = () => console.log(['express', 'router'].map((name) => resolve(name) in cache).join(' '));
  await import(${at('../app.ts')});
  await import(${at('./run.ts')});
  print();
  await import(${at('../web/pages-application.ts')});
  print();`;

it('loads no Express before a page is asked for: it would take a tenth of a start', async () => {
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', PROGRAM]);
  expect(stdout).toBe('false false\ntrue true\n');
});

/** Opens the records of a folder and prints the modules that only a migration needs. */
const OPENING = `
  import { registerHooks } from 'node:module';
  const loaded = [];
  registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
  const { openRecords } = await import(${at('../records/records.ts')});
  await (await openRecords({ dataDir: process.argv[1] })).close();
  console.log(loaded.filter((url) => /migrations.(?!names)/.test(url)).length);`;

it('loads the migrations for records that have not had them all', async () => {
  const open = () => run(process.execPath, ['--input-type=module', '-e', OPENING, dataDir]);
  const dataDir = temporaryFolder('light-start');
  expect(Number((await open()).stdout)).toBeGreaterThan(20);
  expect((await open()).stdout).toBe('0\n');
});
