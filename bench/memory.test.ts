import { expect, it } from 'vitest';
import { residentMemory, residentOf } from './memory.ts';

it('reads resident memory, not its peak or the size of the address space', () => {
  // proc_pid_status(5): sizes in kB, which are units of 1,024 bytes.
  expect(residentOf('Name:\tnode\nVmSize:\t 9000 kB\nVmHWM:\t 700 kB\nVmRSS:\t 500 kB\nVmSwap:\t 0 kB\n')).toBe(
    512_000,
  );
});

it('refuses a process without memory of its own', () => {
  expect(() => residentOf('Name:\tkthreadd\n')).toThrow('without VmRSS');
});

it('grows by the memory that this process fills', () => {
  const before = residentMemory([process.pid]);
  const filled = Buffer.alloc(64 * 1024 * 1024, 1);
  expect(residentMemory([process.pid]) - before).toBeGreaterThan(filled.length / 2);
});
