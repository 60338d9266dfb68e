import { join } from 'node:path';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { EmbeddedStore } from '../../embedded/embedded.ts';
import { simulate } from './simulate.ts';

/** A store that caches one client, and soon brings each record into its tables. */
const SMALL = { cachedBytes: 3_000, segmentBytes: 1_500, segmentsTogether: 1 };

/**
 * Plays the schedules of these seeds on a small embedded store, beside the model.
 *
 * @throws Violation if the store and the model differ
 */
export async function besideEmbedded(first: number, last: number): Promise<void> {
  const folder = temporaryFolder('simulation');
  for (let seed = first; seed <= last; seed += 1) {
    let epochs = 0;
    const newEpoch = () => {
      epochs += 1;
      return `epoch-${epochs}`;
    };
    let store: EmbeddedStore | null = null;
    const open = (clock: () => number) => {
      store = new EmbeddedStore({ path: join(folder, `${seed}.sqlite`), clock, newEpoch, ...SMALL });
      return store;
    };
    await simulate(seed, { store: open, besideModel: true });
    await (store as EmbeddedStore | null)?.close();
  }
}
