import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import { pino } from 'pino';
import type { Ready } from '../messages.ts';
import { WorkerSlot } from '../worker-slot.ts';

/** A primary with one worker slot. Its worker is ready at once, or exits with code 3 while the file `BROKEN` exists. */
if (cluster.isPrimary) {
  const place = new WorkerSlot({ fork: () => cluster.fork(), logger: pino() });
  place.start().catch((error: Error) => {
    process.stdout.write(`${error.message}\n`);
    process.exit(0);
  });
} else {
  if (existsSync(process.env.BROKEN ?? '')) process.exit(3);
  const ready: Ready = { vitalgate: 'ready', port: 1, baseUrl: '', sources: [] };
  process.send?.(ready);
}
