import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { waitUntil } from '../../test/support/wait-until.ts';

/**
 * Waits until the tables of a gateway without Redis hold the calls of all complete segments of its journal. The gateway
 * puts that work off for up to 30 seconds, and rests often while it does it: that of 100,000 clients takes half a minute.
 */
export async function journalRead(dataDir: string): Promise<void> {
  const files = () => readdirSync(join(dataDir, 'counters.journal')).length;
  // The mark of the start, and the segment that is being written.
  await waitUntil('the calls in the tables', () => (files() <= 2 ? true : undefined), 120_000, 50);
}
