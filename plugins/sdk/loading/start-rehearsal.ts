import type { Worker } from 'node:worker_threads';
import type { RehearsalOrder } from './rehearse-here.ts';
import { SharedText } from './shared-text.ts';

/** A thread that rehearses a plugin. */
export interface RehearsalThread {
  readonly thread: Worker;
  /** What it does now. */
  readonly part: SharedText;
}

/**
 * Starts the rehearsal of a plugin.
 *
 * @param address URL of its file, or name of its package
 * @param start starts a thread that calls {@link rehearseHere}
 */
export function startRehearsal(address: string, start: (order: RehearsalOrder) => Worker): RehearsalThread {
  const part = new SharedText();
  part.write('starting');
  return { thread: start({ address, part: part.memory }), part };
}
