import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { UsageName, UsageRow } from '../../../gateway/quota/contract.ts';
import { EmbeddedStore } from '../../../gateway/quota/embedded/embedded.ts';
import { DETAILED_ROWS, MOST_ROWS } from '../../../gateway/quota/model/usage-names.ts';
import { Caller, RESULT } from '../../../gateway/quota/testing/contract/caller.ts';
import { openRecords, type Records } from '../../../gateway/records/records.ts';
import { saveCheckpoint, saveUsage } from '../../../gateway/usage/checkpoint.ts';
import { type CheckpointLoop, startCheckpointLoop } from '../../../gateway/usage/checkpoint-loop.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/*
 * The attack: a free tenant creates 1,100 keys and sends with each of them a batch of 100 invalid items for 100
 * calculators: 110,000 calls that cost nothing, each a usage row of its own. Every checkpoint read and wrote all of
 * them at once, and every tenant waited up to a second every ten seconds until the end of the month.
 * `usage-rows-stall.long.test.ts` measures it.
 */
const KEYS = 300;
const CALCULATORS = 100;
const DAY = '2026-11-21';

let records: Records;
let store: EmbeddedStore;
let caller: Caller;
let touched: { client: string; month: string; names: UsageName[] }[];
let checkpointing: CheckpointLoop;
/** Rows written since this was last emptied, by statement. */
let saved: number[];

beforeEach(async () => {
  const folder = temporaryFolder('usage-rows');
  records = await openRecords({ dataDir: folder });
  await records.writeInThread();
  store = new EmbeddedStore({ path: join(folder, 'counters.sqlite') });
  caller = await new Caller(store).begin({ quota: null });
  touched = [];
  saved = [];
  checkpointing = startCheckpointLoop({
    store,
    wholeEveryMs: null,
    takeTouched: () => touched.splice(0),
    flush: async () => undefined,
    async saveUsage(pages) {
      for (const { rows } of pages) saved.push(rows.length);
      await saveUsage(records, pages);
    },
    async save(snapshots) {
      for (const { usage } of snapshots) saved.push(usage.length);
      await saveCheckpoint(records, ...snapshots);
    },
    onError(error) {
      throw error;
    },
    everyMs: 3_600_000,
  });
});

afterEach(async () => {
  await checkpointing.stop();
  await store.close();
  await records.close();
});

/** Calls of one kind by each key and calculator, as the batches of the attack bring them. */
async function attack(keys: number, calculators: number, charge: 0 | 1): Promise<void> {
  for (let key = 0; key < keys; key += 1) {
    const items = Array.from({ length: calculators }, (_, at) => {
      const status = charge === 0 ? ('4xx' as const) : ('2xx' as const);
      return { ...RESULT, charge, status, key: `key-${key}`, calculator: `calculator-${at}` };
    });
    await caller.verdicts(items);
    touch(...items.map((item) => ({ ...item, day: DAY })));
  }
}

function touch(...names: UsageName[]): void {
  touched.push({ client: caller.client, month: '2026-11', names });
}

async function rows(): Promise<{ rows: number; calls: number; units: number }> {
  return records.db
    .selectFrom('usage_fold')
    .select((eb) => [
      eb.fn.countAll<number>().as('rows'),
      eb.fn.sum<number>('calls').as('calls'),
      eb.fn.sum<number>('units').as('units'),
    ])
    .executeTakeFirstOrThrow();
}

it('calls that cost nothing make one row a key, however many calculators they name', async () => {
  await attack(KEYS, CALCULATORS, 0);
  expect(await checkpointing.checkpointNow()).toBe(true);
  expect(await rows()).toEqual({ rows: KEYS, calls: KEYS * CALCULATORS, units: 0 });
});

it('charged calls make a bounded number of rows a day, with every call and every unit', async () => {
  await attack(50, CALCULATORS, 1);
  expect(await checkpointing.checkpointNow()).toBe(true);
  // 20 keys with a row for each of 100 calculators, and one row for each of the other 30 keys.
  expect(await rows()).toEqual({ rows: DETAILED_ROWS + 30, calls: 5_000, units: 5_000 });
});

it('a later checkpoint writes the changed rows, not all rows of the month', async () => {
  const filled = Array.from({ length: MOST_ROWS - 1 }, (_, at): UsageRow => {
    return { day: DAY, key: `key-${at}`, calculator: '', status: '403', calls: 1, units: 0 };
  });
  await store.tally(caller.client, '2026-11', filled);
  touch(...filled);
  await checkpointing.checkpointNow();
  saved = [];
  const refused = { ...RESULT, status: '403' as const, day: DAY, key: 'key-7' };
  await store.tally(caller.client, '2026-11', [{ ...refused, calls: 1, units: 0 }]);
  touch(refused);
  await checkpointing.checkpointNow();
  expect(saved).toEqual([1]);
  expect(await rows()).toEqual({ rows: MOST_ROWS - 1, calls: MOST_ROWS, units: 0 });
});

it('a checkpoint of many rows lets other calls run meanwhile', async () => {
  const usage = Array.from({ length: 6_000 }, (_, at): UsageRow => {
    return { day: DAY, key: `key-${at}`, calculator: 'tdee', status: '2xx', calls: 1, units: 1 };
  });
  let turns = 0;
  let over = false;
  const turn = () => {
    turns += 1;
    if (!over) setImmediate(turn);
  };
  setImmediate(turn);
  await saveUsage(records, [{ of: { client: 'cl_a', month: '2026-11', epoch: 'e' }, rows: usage }]);
  over = true;
  // No transaction has more than 500 rows, and each runs in another thread.
  expect(turns).toBeGreaterThanOrEqual(6_000 / 500);
  expect((await rows()).rows).toBe(6_000);
});
