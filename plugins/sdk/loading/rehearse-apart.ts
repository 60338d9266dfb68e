import { Worker } from 'node:worker_threads';
import { type Imported, LOAD_TIMEOUT_MS } from './import-plugin.ts';
import type { RehearsalMessage } from './rehearse-here.ts';

/** Memory of the thread, in MB, if the process that imports the plugin has no limit either. */
const MEMORY_MB = 256;

/**
 * Loads a plugin in a thread of its own and runs its examples there, before this process imports it: a loop, a crash or
 * an endless need for memory at load ends the thread alone.
 *
 * @param address URL of its file, or name of its package
 * @param memoryMb largest heap of the thread, in MB. It does not bound the memory of buffers.
 * @returns the plugin as plain data, or every reason why it is refused
 */
export async function rehearseApart(address: string, memoryMb = MEMORY_MB): Promise<Imported> {
  const thread = new Worker(new URL('./rehearsal-thread.ts', import.meta.url), {
    workerData: { address },
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  const outcome = await rehearsalIn(thread, memoryMb);
  void thread.terminate();
  return outcome;
}

/**
 * Waits for the outcome of the rehearsal that a new thread runs with {@link rehearseHere}. The thread goes on afterwards.
 *
 * @param memoryMb largest heap of the thread, in MB
 * @returns the plugin as plain data, or every reason why it is refused
 */
export function rehearsalIn(thread: Worker, memoryMb: number): Promise<Imported> {
  const { promise, resolve } = Promise.withResolvers<Imported>();
  let part = 'starting';
  const late = setTimeout(() => refuse(`did not finish ${part} within ${LOAD_TIMEOUT_MS / 1_000} s`), LOAD_TIMEOUT_MS);
  thread.on('message', hear);
  // These two stay: an error without a listener would end the process.
  thread.on('error', (error: unknown) => refuse(`failed while ${part}: ${told(error, memoryMb)}`));
  thread.on('exit', () => refuse(`ended the process while ${part}`));
  return promise;

  function hear(message: RehearsalMessage): void {
    if ('now' in message) part = message.now;
    else end(message);
  }

  function refuse(reason: string): void {
    end({ reasons: [reason] });
  }

  function end(outcome: Imported): void {
    clearTimeout(late);
    thread.off('message', hear);
    resolve(outcome);
  }
}

function told(error: unknown, memoryMb: number): string {
  if (!(error instanceof Error)) return String(error);
  const isFull = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isFull ? `it needs more than ${memoryMb} MB` : error.message;
}
