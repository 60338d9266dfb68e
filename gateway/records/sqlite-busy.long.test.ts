import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { openRecords, type Records } from './records.ts';
import { saysRecordsAway } from './records-away.ts';
import { recordChange } from './trail.ts';

const actor = { name: 'cli', at: 1, address: null };

describe.each(['here', 'thread'] as const)('records in SQLite (writes: %s) while another program writes', (place) => {
  let records: Records;
  let other: DatabaseSync;

  beforeEach(async () => {
    const dataDir = temporaryFolder('busy');
    records = await openRecords({ dataDir });
    if (place === 'thread') await records.writeInThread();
    other = new DatabaseSync(join(dataDir, 'records.sqlite'));
    other.exec('begin immediate');
  });
  afterEach(async () => {
    other.close();
    await records.close();
  });

  const change = (id: string) => records.write((trx) => recordChange(trx, actor, 'key', id));
  const ids = async () =>
    (await records.db.selectFrom('changes').select('id').orderBy('seq').execute()).map(({ id }) => id);

  it('refuse each write after two seconds as away, however many wait, and take the next one', async () => {
    const before = performance.now();
    const outcomes = await Promise.allSettled(['a', 'b', 'c', 'd'].map(change));
    const elapsed = performance.now() - before;
    for (const outcome of outcomes) {
      expect(outcome.status === 'rejected' && saysRecordsAway(outcome.reason)).toBe(true);
    }
    expect(elapsed).toBeGreaterThan(1_900);
    expect(elapsed).toBeLessThan(3_900);
    other.exec('commit');
    await change('e');
    expect(await ids()).toEqual(['e']);
  });
});
