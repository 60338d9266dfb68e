import { once } from 'node:events';
import { parentPort } from 'node:worker_threads';
import { openRecords } from '../../../records/records.ts';
import { type LongReadOrder, runLongRead } from './long-reads.ts';

// A thread that runs long readings, one after the other. It receives an order, posts the next part for each further
// message, and posts `null` at the end. The records are open only while it reads.

if (parentPort === null) throw new Error('long-read-worker.ts runs only in a worker thread');
const port = parentPort;

async function read(order: LongReadOrder): Promise<void> {
  const records = await openRecords({ dataDir: order.dataDir });
  try {
    for await (const part of runLongRead(records.db, order)) {
      port.postMessage(part);
      await once(port, 'message');
    }
  } finally {
    await records.close();
  }
  port.postMessage(null);
}

for (;;) {
  const [order] = await once(port, 'message');
  await read(order);
}
