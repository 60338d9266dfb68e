import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { processTree } from '../test/support/process-tree.ts';

const microsecondsPerTick = 1_000_000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/**
 * CPU time in microseconds used by processes so far, in user and kernel mode, including their threads and children,
 * also ended ones (proc_pid_stat(5): utime, stime, cutime, cstime). The resolution is a tick (10 ms).
 */
export function cpuTime(pids: readonly number[]): number {
  const ticks = pids.flatMap(processTree).map((pid) => ticksOf(readFileSync(`/proc/${pid}/stat`, 'utf8')));
  return ticks.reduce((sum, used) => sum + used, 0) * microsecondsPerTick;
}

/** The four fields from a line of /proc/<pid>/stat; the command's name before them may hold spaces and brackets. */
export function ticksOf(stat: string): number {
  const afterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // Field 3 is the first after the name, so field 14 (utime) is at index 11.
  return afterName.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
}
