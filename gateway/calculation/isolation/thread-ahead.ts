import { type RehearsalThread, startRehearsal } from '../../../plugins/sdk/loading/start-rehearsal.ts';
import { startThread } from '../../threads/v8-flags.ts';
import { ANSWERING_YOUNG_MB } from '../../threads/young-generation.ts';

const THREAD = new URL('./plugin-thread.ts', import.meta.url);

/** A thread that rehearses its plugin before anyone listens to it. */
interface ThreadAhead extends RehearsalThread {
  readonly address: string;
  readonly memoryMb: number;
  /** Stops keeping its messages, and returns those so far. */
  readonly take: () => readonly unknown[];
}

let ahead: ThreadAhead | null = null;

/**
 * Starts the thread of a plugin while this thread still loads the modules of the gateway, which takes as long as a
 * rehearsal.
 *
 * @param address URL of the plugin's file, or name of its package
 * @param memoryMb largest heap of the thread, in MB. Buffers are not part of it.
 */
export function startThreadAhead(address: string, memoryMb: number): void {
  const rehearsal = newThread(address, memoryMb);
  const { thread } = rehearsal;
  const early: unknown[] = [];
  const keep = (message: unknown) => early.push(message);
  const take = () => {
    thread.off('message', keep);
    return early;
  };
  ahead = { ...rehearsal, address, memoryMb, take };
  thread.on('message', keep);
  thread.on('error', () => undefined);
  thread.on('exit', () => {
    if (ahead?.thread === thread) ahead = null;
  });
}

/** The thread of a plugin, which rehearses it: the one ahead, or a new one. Its messages come in a later turn. */
export function pluginThread(address: string, memoryMb: number): RehearsalThread {
  if (ahead?.address !== address || ahead.memoryMb !== memoryMb) return newThread(address, memoryMb);
  const { thread, part, take } = ahead;
  ahead = null;
  const early = take();
  process.nextTick(() => {
    for (const message of early) thread.emit('message', message);
  });
  return { thread, part };
}

/** Ends the thread that no plugin took. */
export function endThreadAhead(): void {
  void ahead?.thread.terminate();
  ahead = null;
}

function newThread(address: string, memoryMb: number): RehearsalThread {
  const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: ANSWERING_YOUNG_MB };
  return startRehearsal(address, (workerData) => startThread(THREAD, { workerData, resourceLimits }));
}
