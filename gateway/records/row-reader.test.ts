import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { RowReader } from './row-reader.ts';

function opened(): DatabaseSync {
  const db = new DatabaseSync(':memory:');
  db.exec("create table fruit (name text, weight real, origin text); insert into fruit values ('fig', 0.05, null)");
  return db;
}

it('reads rows as objects with a member for each column', () => {
  const reader = new RowReader(opened().prepare('select name, weight * ? as grams, origin from fruit'));
  expect(reader.returnsRows).toBe(true);
  expect(reader.all([1_000])).toEqual([{ name: 'fig', grams: 50, origin: null }]);
});

it('takes the last of two columns of one name, as Node.js does', () => {
  const sql = "select name as a, 'x' as b, weight as a from fruit";
  const db = opened();
  expect(new RowReader(db.prepare(sql)).all([])).toEqual(db.prepare(sql).all());
});

it('reads a column that was added after the statement was prepared', () => {
  const db = opened();
  const reader = new RowReader(db.prepare('select * from fruit'));
  db.exec("alter table fruit add column colour text default 'purple'");
  expect(reader.all([])).toEqual([{ name: 'fig', weight: 0.05, origin: null, colour: 'purple' }]);
});

it('knows a statement that returns no rows from one that finds none', () => {
  const db = opened();
  expect(new RowReader(db.prepare('delete from fruit')).returnsRows).toBe(false);
  const none = new RowReader(db.prepare("select name from fruit where name = 'plum'"));
  expect(none.returnsRows).toBe(true);
  expect(none.all([])).toEqual([]);
});
