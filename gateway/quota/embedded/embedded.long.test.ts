import { join } from 'node:path';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { counterStoreContract } from '../testing/contract.suite.ts';
import { EmbeddedStore } from './embedded.ts';

const folder = temporaryFolder('counters');
let files = 0;

// With one cached client and short segments, nearly every command reads rows that have just reached the tables.
counterStoreContract('embedded, forgetful and synced', async (clock) => {
  files += 1;
  const path = join(folder, `counters-${files}.sqlite`);
  return new EmbeddedStore({ path, clock, cachedBytes: 3_000, segmentBytes: 1, durability: 'power' });
});
