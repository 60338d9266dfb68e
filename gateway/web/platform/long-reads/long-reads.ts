import { on } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { exportAudit } from '../../../accounts/audit/audit-export.ts';
import { exportClient } from '../../../accounts/offboarding/client-export.ts';
import type { Reader, Records } from '../../../records/records.ts';
import { startThread } from '../../../threads/v8-flags.ts';
import { ANSWERING_YOUNG_MB } from '../../../threads/young-generation.ts';
import { exportUsage } from '../../../usage/export-usage.ts';

/** Readings that may take long, by name. Their arguments must be plain data. */
export const LONG_READS = { audit: exportAudit, client: exportClient, usage: exportUsage } satisfies Readonly<
  Record<string, (db: Reader, asked: never) => AsyncGenerator<string>>
>;

type LongReads = typeof LONG_READS;
export type LongRead = {
  readonly [Name in keyof LongReads]: { readonly read: Name; readonly asked: Parameters<LongReads[Name]>[1] };
}[keyof LongReads];

/** The order to the worker. */
export type LongReadOrder = LongRead & { readonly dataDir: string };

/**
 * Runs a long reading without delaying calls. SQLite would block this thread, so its readings run in a separate thread.
 * The next part is read when the caller has taken the previous one.
 *
 * @throws the error of the reading
 */
export function readLong(records: Pick<Records, 'db' | 'dataDir'>, order: LongRead): AsyncGenerator<string> {
  return records.dataDir === null ? runLongRead(records.db, order) : inThread({ ...order, dataDir: records.dataDir });
}

/** Runs a reading in this thread. */
export function runLongRead(db: Reader, order: LongRead): AsyncGenerator<string> {
  switch (order.read) {
    case 'audit':
      return LONG_READS.audit(db, order.asked);
    case 'client':
      return LONG_READS.client(db, order.asked);
    case 'usage':
      return LONG_READS.usage(db, order.asked);
  }
}

/** How long an idle thread waits for the next reading, because starting a thread takes 200 ms. */
const IDLE_MS = 30_000;
const MOST_IDLE = 2;

/** Idle threads, each with the timer that ends it. */
const idle = new Map<Worker, NodeJS.Timeout>();

function newThread(): Worker {
  const resourceLimits = { maxYoungGenerationSizeMb: ANSWERING_YOUNG_MB };
  return startThread(new URL('./long-read-worker.ts', import.meta.url), { resourceLimits });
}

async function* inThread(order: LongReadOrder): AsyncGenerator<string> {
  const worker = takeIdle() ?? newThread();
  let complete = false;
  try {
    worker.postMessage(order);
    for await (const [part] of on(worker, 'message', { close: ['exit'] })) {
      if (part === null) {
        complete = true;
        break;
      }
      yield String(part);
      worker.postMessage('more');
    }
    if (!complete) throw new Error('a long reading ended early');
  } finally {
    // If the caller stops early, the thread is in the middle of a reading and cannot be reused.
    if (complete && idle.size < MOST_IDLE) keepIdle(worker);
    else await worker.terminate();
  }
}

function takeIdle(): Worker | null {
  for (const [worker, timer] of idle) {
    clearTimeout(timer);
    idle.delete(worker);
    worker.removeAllListeners('exit');
    worker.ref();
    return worker;
  }
  return null;
}

function keepIdle(worker: Worker): void {
  worker.unref();
  idle.set(worker, setTimeout(() => void worker.terminate(), IDLE_MS).unref());
  worker.once('exit', () => {
    clearTimeout(idle.get(worker));
    idle.delete(worker);
  });
}
