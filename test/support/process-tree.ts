import { readdirSync, readFileSync } from 'node:fs';

/** A process and all its living descendants, parents first. Outside Linux it is the process alone. */
export function processTree(pid: number): number[] {
  const tree = [pid];
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const children = readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8');
      for (const child of children.split(' ').filter(Boolean)) tree.push(...processTree(Number(child)));
    }
  } catch (error) {
    if (!hasEnded(error)) throw error;
  }
  return tree;
}

/** Signals a process and its descendants, and ignores those that have already ended. */
export function signalTree(pid: number, signal: NodeJS.Signals): void {
  for (const member of processTree(pid)) {
    try {
      process.kill(member, signal);
    } catch (error) {
      if (!hasEnded(error)) throw error;
    }
  }
}

function hasEnded(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH');
}
