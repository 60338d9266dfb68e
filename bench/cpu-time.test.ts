import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { cpuTime, ticksOf } from './cpu-time.ts';

it('adds utime, stime, cutime and cstime for any name of the command', () => {
  // proc_pid_stat(5): pid (comm) state ppid pgrp session tty tpgid flags minflt cminflt majflt cmajflt, then the four.
  expect(ticksOf('42 (a) b (c) R 1 1 1 0 -1 4194304 7 7 7 7 1000 200 30 4 20 0 1')).toBe(1234);
});

it('grows by the CPU time of this process and of a child that has ended', () => {
  const before = cpuTime([process.pid]);
  const start = process.cpuUsage();
  execFileSync(process.execPath, ['-e', 'const end = Date.now() + 200; while (Date.now() < end);']);
  const own = process.cpuUsage(start);
  const used = cpuTime([process.pid]) - before;
  // On a busy machine the child gets less than all of its 200 ms.
  expect(used).toBeGreaterThan(own.user + own.system + 50_000 - 20_000);
});
