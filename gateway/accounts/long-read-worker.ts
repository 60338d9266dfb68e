import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { openRecords } from '../records/records.ts';
import { type LongReadOrder, runLongRead } from './long-reads.ts';

if (parentPort === null) throw new Error('this is the thread of a long reading');
const port = parentPort;
const order: LongReadOrder = workerData;

const records = await openRecords({ dataDir: order.dataDir });
try {
  for await (const part of runLongRead(records.db, order)) {
    port.postMessage(part);
    await once(port, 'message');
  }
  port.postMessage(null);
} finally {
  await records.close();
  port.close();
}
