import type { Worker } from 'node:worker_threads';
import { startThread } from '../../threads/v8-flags.ts';
import { ANSWERING_YOUNG_MB } from '../../threads/young-generation.ts';

const THREAD = new URL('./plugin-thread.ts', import.meta.url);

/** A thread that waits for its plugin. */
interface ThreadAhead {
  readonly thread: Worker;
  readonly memoryMb: number;
}

let ahead: ThreadAhead | null = null;

/**
 * Starts a thread before its plugin is known. It loads what every plugin needs while this thread loads the modules of
 * the gateway, which takes as long: a start with a plugin of 500 routes takes a tenth less time.
 *
 * @param memoryMb largest heap of the thread, in MB. Buffers are not part of it.
 */
export function startThreadAhead(memoryMb: number): void {
  const thread = newThread(memoryMb);
  ahead = { thread, memoryMb };
  thread.on('error', () => undefined);
  thread.on('exit', () => {
    if (ahead?.thread === thread) ahead = null;
  });
}

/** A thread that waits for a {@link ThreadOrder} as its first message: the one ahead, or a new one. */
export function pluginThread(memoryMb: number): Worker {
  if (ahead?.memoryMb !== memoryMb) return newThread(memoryMb);
  const { thread } = ahead;
  ahead = null;
  return thread;
}

/** Ends the thread that no plugin took. */
export function endThreadAhead(): void {
  void ahead?.thread.terminate();
  ahead = null;
}

function newThread(memoryMb: number): Worker {
  return startThread(THREAD, {
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: ANSWERING_YOUNG_MB },
  });
}
