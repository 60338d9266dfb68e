import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { SharedText } from './shared-text.ts';

const MODULE = new URL('shared-text.ts', import.meta.url).href;

it('a thread that never answers again has told what it does', async () => {
  const text = new SharedText();
  expect(text.read()).toBe('');
  text.write('starting it, for a long time');
  const program = `
    const { SharedText } = await import(${JSON.stringify(MODULE)});
    const { workerData } = await import('node:worker_threads');
    new SharedText(workerData).write('läuft für immer');
    for (;;);`;
  const thread = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`), {
    workerData: text.memory,
  });
  await expect.poll(() => text.read()).toBe('läuft für immer');
  await thread.terminate();
});

it('what does not fit is left out', () => {
  const text = new SharedText();
  text.write('ä'.repeat(1_000));
  expect(text.read()).toBe('ä'.repeat(256));
});
