import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);

/** Whether a process that runs these imports has loaded undici. */
async function loadsUndici(...imports: readonly string[]): Promise<string> {
  const program = [
    ...imports.map((path) => `await import(${JSON.stringify(path)});`),
    "console.log(process.moduleLoadList.some((name) => name.includes('undici')));",
  ].join('\n');
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program]);
  return stdout.trim();
}

it('node:http loads no undici after it, and would without it', async () => {
  const ours = new URL('no-web-socket.ts', import.meta.url).href;
  expect(await loadsUndici(ours, 'node:http', 'node:https')).toBe('false');
  expect(await loadsUndici('node:http')).toBe('true');
});
