import { expect, it } from 'vitest';
import { isBusy, saysRecordsAway } from './records-away.ts';

const withCode = (code: string) => Object.assign(new Error('x'), { code });
const ofSqlite = (errcode: number) => Object.assign(new Error('x'), { code: 'ERR_SQLITE_ERROR', errcode });

it.each([
  ['a write to a server that only reads', withCode('25006')],
  ['a server that shuts down', withCode('57P01')],
  ['a server that starts', withCode('57P03')],
  ['a broken connection', withCode('08006')],
  ['too many connections', withCode('53300')],
  ['a full disk', withCode('53100')],
  ['a deadlock', withCode('40P01')],
  ['a refused connection', withCode('ECONNREFUSED')],
  ['an unknown name of every address', new AggregateError([withCode('ENOTFOUND')])],
  ['a connection that ended', new Error('Connection terminated unexpectedly')],
  ['a locked SQLite', ofSqlite(5)],
  // SQLITE_BUSY_SNAPSHOT, an extended code.
  ['a locked snapshot', ofSqlite(517)],
  ['a full disk of SQLite', ofSqlite(13)],
])('%s means that the records are away', (_, error) => {
  expect(saysRecordsAway(error)).toBe(true);
});

it.each([
  ['a broken rule of the tables', withCode('23505')],
  ['a mistake in SQL', withCode('42601')],
  ['a broken rule of the tables in SQLite', ofSqlite(19)],
  ['a mistake of ours', new TypeError('x is undefined')],
  ['no error', 'ECONNREFUSED'],
])('%s does not', (_, error) => {
  expect(saysRecordsAway(error)).toBe(false);
});

it('only a lock of SQLite is busy', () => {
  expect([5, 6, 517, 13, 0].map((code) => isBusy(ofSqlite(code)))).toEqual([true, true, true, false, false]);
});
