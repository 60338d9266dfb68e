import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

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
