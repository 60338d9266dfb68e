import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { bulkWriterOfSqlite, eachRow } from './bulk.ts';
import { openRecords, type Records } from './records.ts';
import { SqliteWriter } from './sqlite-writer.ts';

describe('a bulk write to SQLite', () => {
  let folder: string;
  let dataDir: string;
  let records: Records;

  beforeEach(async () => {
    folder = temporaryFolder('bulk');
    dataDir = join(folder, 'data');
    records = await openRecords({ dataDir });
    await records.writeInThread();
  });
  afterEach(() => records.close());

  const save = (client: string) => ({
    text: `insert into credit_fold (client_id, epoch, taken, returned)
      select given.value ->> 0, 'e', 1, 0 from given`,
    rows: [[client]],
  });
  const clients = async () => {
    const rows = await records.db.selectFrom('credit_fold').select('client_id').orderBy('client_id').execute();
    return rows.map(({ client_id }) => client_id);
  };

  it('waits while another program writes, and lets the event loop run', async () => {
    await records.bulk.write(save('a'));
    const other = new DatabaseSync(join(dataDir, 'records.sqlite'));
    other.exec('begin immediate');
    const saving = records.bulk.write(save('b'));
    // A wait in this thread would last two seconds and fail, because only this thread can release the lock.
    await sleep(50);
    expect(await clients()).toEqual(['a']);
    other.exec('commit');
    other.close();
    await saving;
    expect(await clients()).toEqual(['a', 'b']);
  });

  it('fails if its thread cannot start; the next one gets a new thread', async () => {
    const moved = join(folder, 'moved');
    writeFileSync(moved, 'no folder');
    const writer = new SqliteWriter(moved);
    await writer.moveToThread();
    const bulk = bulkWriterOfSqlite(writer);
    await expect(bulk.write(save('a'))).rejects.toMatchObject({
      message: 'the thread that writes to the records ended',
      cause: { code: 'EEXIST' },
    });
    await records.close();
    rmSync(moved);
    renameSync(dataDir, moved);
    await bulk.write(save('b'));
    await writer.close();
    records = await openRecords({ dataDir: moved });
    expect(await clients()).toEqual(['b']);
  });

  it('leaves no write-ahead log and no lock after the records are closed', async () => {
    await records.bulk.write(save('a'));
    await records.close();
    expect(() => statSync(join(dataDir, 'records.sqlite-wal'))).toThrow('ENOENT');
    records = await openRecords({ dataDir });
    expect(await clients()).toEqual(['a']);
  });

  it('is synced by a commit, which SQLite would skip if it wrote nothing', async () => {
    await records.bulk.write(save('a'));
    const size = () => statSync(join(dataDir, 'records.sqlite-wal')).size;
    const before = size();
    await records.bulk.sync();
    expect(size()).toBeGreaterThan(before);
  });
});

it('gives the rows by a function that SQLite has', () => {
  expect(['3.46.1', '3.50.4', '3.51.0', '3.53.4', undefined].map((version) => eachRow(version))).toEqual([
    ...['json_each', 'json_each', 'jsonb_each', 'jsonb_each', 'json_each'],
  ]);
  const sqlite = new DatabaseSync(':memory:');
  expect(
    sqlite.prepare(`select value ->> 1 as one from ${eachRow(process.versions.sqlite)}('[["a","b"]]')`).all(),
  ).toEqual([{ one: 'b' }]);
  sqlite.close();
});
