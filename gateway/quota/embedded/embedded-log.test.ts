import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import type { Snapshot, UsageRow } from '../contract.ts';
import { type Changes, NO_CHANGES } from '../model/state.ts';
import { wholeSnapshot } from '../testing/contract/whole-snapshot.ts';
import { EmbeddedStore } from './embedded.ts';
import { CounterLog } from './embedded-log.ts';
import { openCounterFile } from './embedded-schema.ts';
import { CounterTables } from './embedded-tables.ts';

const CLIENT = 'client-1';
const MONTH = '2026-11';

/** The absolute values after `calls` calls that alternate between key-1 and key-2. */
function changes(calls: number): Changes {
  const split = { included: calls, overage: 0, credits: 0 };
  const none = { included: 0, overage: 0, credits: 0 };
  const key = `key-${1 + (calls % 2)}`;
  const units = Math.ceil(calls / 2);
  const row: UsageRow = { day: '2026-11-21', key, calculator: 'tdee', status: '2xx', calls: units, units };
  return {
    ...NO_CHANGES,
    month: MONTH,
    counter: { epoch: 'e', base: none, admitted: split, returned: none },
    credits: { epoch: 'c', base: 0, taken: 0, returned: 0 },
    families: new Map([[key, { tat: 0, month: MONTH, units }]]),
    usage: [row],
  };
}

function shown(snapshot: Snapshot | null) {
  const usage = snapshot?.usage.map(({ key, units }) => `${key} ${units}`).toSorted();
  return { admitted: snapshot?.counter.admitted.included, usage };
}

it('leaves the same counters at any crash during compaction, while calls continue', async () => {
  const folder = temporaryFolder('log');
  const db = openCounterFile(join(folder, 'counters.sqlite'));
  const log = new CounterLog(db, new CounterTables(db));
  log.recover();
  let calls = 0;
  const call = () => {
    calls += 1;
    log.add(CLIENT, 0, changes(calls));
    log.write();
  };
  /** The counters seen by a process that opens the file now. */
  const afterCrash = async (step: number) => {
    const copy = join(folder, `copy-${step}.sqlite`);
    db.prepare('VACUUM INTO ?').run(copy);
    const store = new EmbeddedStore({ path: copy });
    const found = shown(await wholeSnapshot(store, CLIENT, MONTH));
    await store.close();
    return found;
  };
  for (let early = 0; early < 5; early += 1) call();
  log.seal();
  for (let step = 0, more = true; more; step += 1) {
    // One row per step, with a call between steps.
    more = log.step(1);
    call();
    expect(await afterCrash(step)).toEqual({
      admitted: calls,
      usage: [`key-1 ${Math.floor(calls / 2)}`, `key-2 ${Math.ceil(calls / 2)}`],
    });
  }
  expect(db.prepare('SELECT count(*) AS rows FROM log').get()).toEqual({ rows: calls - 5 });
  db.close();
});
