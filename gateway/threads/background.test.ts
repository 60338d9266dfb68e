import { execFile } from 'node:child_process';
import { getPriority } from 'node:os';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { WorkThread } from './work-thread.ts';

const run = promisify(execFile);

// Other systems know the priority of a process only.
describe.runIf(process.platform === 'linux')('the priority of threads', () => {
  it('lets the event loop go before a thread that works', async () => {
    const module = new URL('./testing/priority.ts', import.meta.url);
    const thread = new WorkThread<null, number>({ module, data: null, purpose: 'tells its priority' });
    expect(await thread.run(null)).toBe(10);
    expect(getPriority(process.pid)).toBe(0);
    await thread.end();
  });

  it('lets the event loop go before the threads of V8', async () => {
    const script = `
      const { putThreadsOfV8InBackground } = await import(${JSON.stringify(new URL('./background.ts', import.meta.url).href)});
      const { readdirSync } = await import('node:fs');
      const { getPriority } = await import('node:os');
      putThreadsOfV8InBackground();
      const others = readdirSync('/proc/self/task').map(Number).filter((id) => id !== process.pid);
      console.log(JSON.stringify([getPriority(process.pid), others.map((id) => getPriority(id))]));`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { timeout: 10_000 });
    const [loop, others] = JSON.parse(stdout) as [number, number[]];
    expect(loop).toBe(0);
    // V8 has at least one thread to compile and collect garbage.
    expect(others.length).toBeGreaterThan(0);
    expect(new Set(others)).toEqual(new Set([10]));
  });
});
