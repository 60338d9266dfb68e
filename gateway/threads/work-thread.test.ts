import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { WorkThread } from './work-thread.ts';

const run = promisify(execFile);

const module = new URL('./testing/square.ts', import.meta.url);
const thread = new WorkThread<number, number>({ module, data: null, purpose: 'squares' });

afterEach(() => thread.end());

describe('a thread for work', () => {
  it('answers each piece of work', async () => {
    expect(await Promise.all([1, 2, 3].map((n) => thread.run(n)))).toEqual([1, 4, 9]);
  });

  it('starts ahead of its work when it is told to begin, once', async () => {
    let started = 0;
    const count = () => {
      started += 1;
    };
    process.on('worker', count);
    const early = new WorkThread<number, number>({ module, data: null, purpose: 'squares' });
    early.begin();
    await expect.poll(() => started).toBe(1);
    early.begin();
    expect(await early.run(2)).toBe(4);
    expect(started).toBe(1);
    process.off('worker', count);
    await early.end();
  });

  it('passes on an error and does the next work', async () => {
    const [failed, done] = await Promise.allSettled([thread.run(-1), thread.run(2)]);
    expect(failed).toMatchObject({ reason: new RangeError('-1 is negative') });
    expect(done).toMatchObject({ value: 4 });
  });

  it('starts again after a crash, which fails only the work in progress', async () => {
    const [before, crashed, after] = await Promise.allSettled([thread.run(2), thread.run(0), thread.run(3)]);
    expect(before).toMatchObject({ value: 4 });
    expect(crashed).toMatchObject({ reason: new Error('the thread that squares ended') });
    expect(after).toMatchObject({ value: 9 });
  });

  it('rejects the work in progress at its end', async () => {
    const working = thread.run(2);
    const rejected = expect(working).rejects.toThrow('the thread that squares ended');
    // The work is sent in the next microtask.
    await Promise.resolve();
    await thread.end();
    await rejected;
  });

  it('does work that is given while its last thread ends', async () => {
    await thread.run(2);
    const [, done] = await Promise.all([thread.end(), thread.run(3)]);
    expect(done).toBe(9);
  });

  it('keeps the process alive for its work only', async () => {
    const script = `
      const { WorkThread } = await import(${JSON.stringify(new URL('./work-thread.ts', import.meta.url).href)});
      const thread = new WorkThread({ module: new URL(${JSON.stringify(module.href)}), data: null, purpose: 'squares' });
      console.log(await thread.run(3));`;
    const { stdout } = await run(process.execPath, ['-e', script], { timeout: 10_000 });
    expect(stdout).toBe('9\n');
  });
});
