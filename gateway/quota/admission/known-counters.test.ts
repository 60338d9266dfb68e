import { expect, it } from 'vitest';
import { EMPTY_CHECKPOINT } from '../testing/contract/caller.ts';
import { MODEL_RULES, ModelStore } from '../testing/simulation/model-store.ts';
import { KnownCounters } from './known-counters.ts';

it('forgets lost counters even if the newer checkpoint cannot be read, because they may come back', async () => {
  const store = new ModelStore(MODEL_RULES);
  const empty = store.copy();
  const reads = ['read', 'read', 'SQL is away', 'read'];
  const loadCheckpoint = async () => {
    const read = reads.shift();
    if (read !== 'read') throw new Error(read);
    return EMPTY_CHECKPOINT;
  };
  const known = new KnownCounters({ store, loadCheckpoint });
  const before = await known.load('client-1', '2026-11');
  expect(known.watermarks.get('client-1', '2026-11')).toEqual(before);

  store.restore(empty);
  await expect(known.load('client-1', '2026-11')).rejects.toThrow('SQL is away');
  expect(known.watermarks.get('client-1', '2026-11')).toBeNull();
  expect((await known.load('client-1', '2026-11')).epoch).not.toBe(before.epoch);
});
