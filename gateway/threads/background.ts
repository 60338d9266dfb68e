import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Niceness of the threads behind the event loop: on a busy core each gets a tenth of the time that the loop gets. */
const BACKGROUND = 10;

/**
 * Lets the event loop go first when it shares a core with the threads of V8, which compile and collect garbage. With
 * equal priority, four of them leave the loop a fifth of the core for tens of milliseconds. Linux alone has
 * priorities of threads; elsewhere this does nothing.
 */
export function putThreadsOfV8InBackground(): void {
  if (process.platform !== 'linux') return;
  for (const id of readdirSync('/proc/self/task')) if (Number(id) !== process.pid) inBackground(Number(id));
}

/** The same for the calling worker thread. */
export function workInBackground(): void {
  if (process.platform === 'linux') inBackground(0);
}

function inBackground(thread: number): void {
  try {
    setPriority(thread, BACKGROUND);
  } catch {
    // The thread has ended, or the system forbids it: everything works, with longer waits on a busy core.
  }
}
