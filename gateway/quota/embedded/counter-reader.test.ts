import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { Caller, RESULT, times } from '../testing/contract/caller.ts';
import { CounterReader } from './counter-reader.ts';
import { EmbeddedStore } from './embedded.ts';

it('reads what a running store has counted, in its journal and in its tables, and what a stopped one left', async () => {
  let now = 0;
  const path = join(temporaryFolder('counter-reader'), 'counters.sqlite');
  const store = new EmbeddedStore({ path, segmentBytes: 2_000 });
  const caller = await new Caller(store).begin({ quota: null });
  const reader = new CounterReader(path, () => now);
  const read = async () => (await reader.counters(caller.client, '2026-11'))?.counter.admitted.included;
  for (let round = 1; round <= 30; round += 1) {
    await caller.verdicts(times(10, RESULT));
    // Reading usage brings the journal into the tables.
    if (round % 7 === 0) await caller.usage();
    now += 5_000;
    expect(await read()).toBe(10 * round);
  }
  await caller.verdicts([RESULT]);
  expect(await read()).toBe(300);
  expect(await reader.counters('nobody', '2026-11')).toBeNull();
  await reader.close();
  await store.close();

  const later = new CounterReader(path);
  expect((await later.counters(caller.client, '2026-11'))?.counter.admitted.included).toBe(301);
  await later.close();
});
