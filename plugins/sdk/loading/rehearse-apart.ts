import { Worker } from 'node:worker_threads';
import { type Imported, LOAD_TIMEOUT_MS } from './import-plugin.ts';
import { type RehearsalThread, startRehearsal } from './start-rehearsal.ts';

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
  const module = new URL('./rehearsal-thread.ts', import.meta.url);
  const resourceLimits = { maxOldGenerationSizeMb: memoryMb };
  const rehearsal = startRehearsal(address, (workerData) => new Worker(module, { workerData, resourceLimits }));
  const outcome = await rehearsalIn(rehearsal, memoryMb);
  void rehearsal.thread.terminate();
  return outcome;
}

/**
 * Waits for the outcome of the rehearsal that a new thread runs with {@link rehearseHere}. The thread goes on afterwards.
 *
 * @param memoryMb largest heap of the thread, in MB
 * @returns the plugin as plain data, or every reason why it is refused
 */
export function rehearsalIn({ thread, part }: RehearsalThread, memoryMb: number): Promise<Imported> {
  const { promise, resolve } = Promise.withResolvers<Imported>();
  const late = () => refuse(`did not finish ${part.read()} within ${LOAD_TIMEOUT_MS / 1_000} s`);
  // After a pause of this event loop, the outcome may already wait to be read: it comes before the refusal.
  const limit = setTimeout(() => setImmediate(late), LOAD_TIMEOUT_MS);
  thread.once('message', end);
  // These two stay: an error without a listener would end the process.
  thread.on('error', (error: unknown) => refuse(`failed while ${part.read()}: ${told(error, memoryMb)}`));
  thread.on('exit', () => refuse(`ended the process while ${part.read()}`));
  return promise;

  function refuse(reason: string): void {
    end({ reasons: [reason] });
  }

  function end(outcome: Imported): void {
    clearTimeout(limit);
    thread.off('message', end);
    resolve(outcome);
  }
}

function told(error: unknown, memoryMb: number): string {
  if (!(error instanceof Error)) return String(error);
  const isFull = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isFull ? `it needs more than ${memoryMb} MB` : error.message;
}
