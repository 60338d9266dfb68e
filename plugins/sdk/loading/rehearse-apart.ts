import { Worker } from 'node:worker_threads';
import { type Imported, LOAD_TIMEOUT_MS } from './import-plugin.ts';
import type { RehearsalMessage } from './rehearsal-thread.ts';

/** Memory of the thread, in MB. It does not bound the memory of buffers. */
const MEMORY_MB = 256;

/**
 * Loads a plugin in a thread of its own and runs its examples there, before this process imports it: a loop, a crash or
 * an endless need for memory at load ends the thread alone.
 *
 * @param address URL of its file, or name of its package
 * @returns the plugin as plain data, or every reason why it is refused
 */
export function rehearseApart(address: string): Promise<Imported> {
  const { promise, resolve } = Promise.withResolvers<Imported>();
  const thread = new Worker(new URL('./rehearsal-thread.ts', import.meta.url), {
    workerData: { address },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  let part = 'starting';
  const late = setTimeout(() => refuse(`did not finish ${part} within ${LOAD_TIMEOUT_MS / 1_000} s`), LOAD_TIMEOUT_MS);
  thread.on('message', (message: RehearsalMessage) => {
    if ('now' in message) part = message.now;
    else end(message);
  });
  thread.on('error', (error: unknown) => refuse(`failed while ${part}: ${told(error)}`));
  thread.on('exit', () => refuse(`ended the process while ${part}`));
  return promise;

  function refuse(reason: string): void {
    end({ reasons: [reason] });
  }

  function end(outcome: Imported): void {
    clearTimeout(late);
    thread.terminate();
    resolve(outcome);
  }
}

function told(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isFull = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isFull ? `it needs more than ${MEMORY_MB} MB` : error.message;
}
