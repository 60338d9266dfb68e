import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { openRecords, type Records } from './records.ts';
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

  it('are read, and written later, while the event loop goes on', async () => {
    const written = [
      change('a'),
      records.db.insertInto('changes').values({ kind: 'key', id: 'b', at: 1, ends_at: null }).execute(),
    ];
    // If this thread waited for the lock, it could not release it, and the writes would fail after two seconds.
    await sleep(50);
    expect(await ids()).toEqual([]);
    other.exec('commit');
    await Promise.all(written);
    expect(await ids()).toEqual(['a', 'b']);
  });
});

describe('a transaction of the records', () => {
  it('ends where it began; those after it move to a thread', async () => {
    const records = await openRecords({ dataDir: temporaryFolder('moved') });
    let threads = 0;
    const count = () => {
      threads += 1;
    };
    process.on('worker', count);
    const begun = Promise.withResolvers<void>();
    const { promise: wait, resolve: goOn } = Promise.withResolvers<void>();
    const first = records.write(async (trx) => {
      begun.resolve();
      await wait;
      await recordChange(trx, actor, 'key', 'a');
    });
    await begun.promise;
    const moved = records.writeInThread();
    const second = records.write((trx) => recordChange(trx, actor, 'key', 'b'));
    goOn();
    await Promise.all([first, moved, second]);
    process.off('worker', count);
    expect(threads).toBe(1);
    const rows = await records.db.selectFrom('changes').select('id').orderBy('seq').execute();
    expect(rows).toEqual([{ id: 'a' }, { id: 'b' }]);
    await records.close();
  });

  it('that fails leaves nothing, and its error arrives', async () => {
    const records = await openRecords({ dataDir: temporaryFolder('rollback') });
    await records.writeInThread();
    const failing = records.write(async (trx) => {
      await recordChange(trx, actor, 'key', 'a');
      throw new Error('changed its mind');
    });
    await expect(failing).rejects.toThrow('changed its mind');
    expect(await records.db.selectFrom('changes').selectAll().execute()).toEqual([]);
    await records.close();
  });

  it('is invisible to reads until its commit, and they do not wait for it', async () => {
    const records = await openRecords({ dataDir: temporaryFolder('beside') });
    await records.write(async (trx) => {
      await recordChange(trx, actor, 'key', 'a');
      expect(await records.db.selectFrom('changes').selectAll().execute()).toEqual([]);
    });
    expect(await records.db.selectFrom('changes').select('id').execute()).toEqual([{ id: 'a' }]);
    await records.close();
  });

  it('does not go on outside of it when SQLite has ended it', async () => {
    const records = await openRecords({ dataDir: temporaryFolder('ended') });
    await records.writeInThread();
    const ended = records.write(async (trx) => {
      await trx.executeQuery({ ...trx.selectFrom('changes').select('id').compile(), sql: 'rollback' });
      await recordChange(trx, actor, 'key', 'a');
    });
    await expect(ended).rejects.toThrow('the transaction has ended');
    expect(await records.db.selectFrom('changes').selectAll().execute()).toEqual([]);
    await records.close();
  });
});
