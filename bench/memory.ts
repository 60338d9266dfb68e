import { readFileSync } from 'node:fs';
import { processTree } from '../test/support/process-tree.ts';

/** Resident memory in bytes of processes and their children. A page that two of them share counts twice. */
export function residentMemory(pids: readonly number[]): number {
  return pids
    .flatMap(processTree)
    .map((pid) => residentOf(readFileSync(`/proc/${pid}/status`, 'utf8')))
    .reduce((sum, bytes) => sum + bytes, 0);
}

/** `VmRSS` in bytes from the text of /proc/<pid>/status. @throws without the line, as for a kernel thread */
export function residentOf(status: string): number {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  if (kibibytes === undefined) throw new Error('a process without VmRSS');
  return Number(kibibytes) * 1024;
}
