import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';

interface Line {
  readonly msg: string;
  readonly worker?: number;
  readonly again?: number;
}

let primary: ChildProcess;
afterEach(() => primary.kill('SIGKILL'));

/** Starts the fixture and collects its output. */
function startPrimary(BROKEN: string): () => string {
  let output = '';
  primary = spawn(process.execPath, [fileURLToPath(new URL('./testing/worker-slot.fixture.ts', import.meta.url))], {
    env: { PATH: process.env.PATH, BROKEN },
  });
  primary.stdout?.on('data', (text) => {
    output += text;
  });
  return () => output;
}

it('a worker that fails its first start is not restarted, and its exit code is reported', async () => {
  const broken = join(temporaryFolder('broken'), 'broken');
  writeFileSync(broken, '');
  const output = startPrimary(broken);
  await waitUntil('the end', () => primary.exitCode ?? undefined);
  expect(output()).toBe('a worker exited during its start (exit code 3)\n');
});

it('a worker that died is restarted with growing pauses until one starts', async () => {
  const broken = join(temporaryFolder('broken'), 'broken');
  const output = startPrimary(broken);
  const lines = (msg: string): Line[] =>
    output()
      .split('\n')
      .flatMap((line) => (line.includes(`"${msg}"`) ? [JSON.parse(line)] : []));
  const first = await waitUntil('a worker', () => lines('worker ready')[0]?.worker);
  writeFileSync(broken, '');
  process.kill(first, 'SIGKILL');
  await waitUntil('two attempts', () => lines('worker could not be started')[1]);
  rmSync(broken);
  const second = await waitUntil('another worker', () => lines('worker ready')[1]?.worker);
  expect(second).not.toBe(first);
  expect(lines('worker died')).toMatchObject([{ worker: first, signal: 'SIGKILL' }]);
  expect(lines('worker could not be started').map(({ again }) => again)).toEqual([400, 800]);
});
