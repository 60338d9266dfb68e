import type { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { type Changes, NO_CHANGES } from '../model/state.ts';
import { writeLines } from './bring-in.ts';
import { openCounterFile } from './embedded-schema.ts';
import { CounterTables } from './embedded-tables.ts';
import { journalLine, journalLines } from './journal-lines.ts';
import { NewestLines } from './newest-lines.ts';

function openTables(): { db: DatabaseSync; tables: CounterTables } {
  const db = openCounterFile(':memory:');
  return { db, tables: new CounterTables(db) };
}

function linesOf(commands: readonly (readonly [client: string, changes: Changes])[]): NewestLines {
  const lines = new NewestLines();
  for (const [client, changes] of commands) {
    for (const line of journalLines(Buffer.from(journalLine(client, changes)))) lines.take(line);
  }
  return lines;
}

const split = (included: number) => ({ included, overage: 0, credits: 0 });

/** A call that brings the units of its month to `units`. */
function counted(units: number, calculator = 'bmi', more: Partial<Changes> = {}): Changes {
  return {
    ...NO_CHANGES,
    month: '2026-11',
    counter: { epoch: 'e', base: split(0), admitted: split(units), returned: split(0) },
    families: new Map([['family', { tat: units, month: '2026-11', units }]]),
    usage: [{ day: '2026-11-21', key: 'key', calculator, status: '2xx', calls: units, units }],
    ...more,
  };
}

const command = fc.tuple(
  // The second one's line is JSON.
  fc.constantFrom('a', 'a\tb', 'b'),
  fc
    .tuple(fc.nat(99), fc.constantFrom('bmi', 'tdee'), fc.boolean(), fc.constantFrom<number | null>(null, 5))
    .map(([units, calculator, clearsUsage, base]) =>
      counted(units, calculator, {
        clearsUsage,
        credits: base === null ? null : { epoch: 'c', base, taken: units, returned: 0 },
      }),
    ),
);

it('leave the tables as all lines would, one after the other', () => {
  const [one, all] = [openTables(), openTables()];
  const names = ['months', 'keys', 'usage', 'credits'];
  fc.assert(
    fc.property(fc.array(command, { maxLength: 12 }), (commands) => {
      for (const { db } of [one, all]) for (const table of names) db.exec(`DELETE FROM ${table}`);
      writeLines(linesOf(commands), one.tables);
      for (const single of commands) writeLines(linesOf([single]), all.tables);
      for (const table of names) {
        const rows = `SELECT * FROM ${table}`;
        expect(one.db.prepare(rows).all()).toEqual(all.db.prepare(rows).all());
      }
    }),
    { numRuns: 50 },
  );
  one.db.close();
  all.db.close();
});

it('write each row once, however many lines changed it, in the order of the clients', () => {
  const { db, tables } = openTables();
  const written = vi.spyOn(tables, 'writeMonth');
  const names = ['b', 'a', 'b', 'c', 'a', 'b'];
  const calculators = ['bmi', 'bmi', 'tdee', 'bmi', 'bmi', 'bmi'];
  writeLines(linesOf(names.map((client, at) => [client, counted(at + 1, calculators[at])])), tables);
  expect(written.mock.calls.map(([[client, , , , , , included]]) => [client, included])).toEqual([
    ['a', 5],
    ['b', 6],
    ['c', 4],
  ]);
  expect(tables.usage('b', '2026-11-21').map(({ calculator, calls }) => [calculator, calls])).toEqual([
    ['bmi', 6],
    ['tdee', 3],
  ]);
  db.close();
});

it('take no more memory when a line is replaced, and have room for any number', () => {
  const lines = linesOf([['a', counted(1)]]);
  const { bytes } = lines;
  const again = linesOf(Array.from({ length: 100 }, (_, at) => ['a', counted(at)] as const));
  expect(again.bytes).toBe(bytes);
  const added = [
    ...Array.from({ length: 1_100 }, (_, at) => `b\t${at}\t${Array(1_000).fill(at)}`),
    // Longer than a block of memory.
    `c\tlong\t${Array.from({ length: 80_000 }, (_, at) => at)}`,
    'd\tshort\t7',
  ];
  const takeAll = (texts: readonly string[]) => {
    for (const line of journalLines(Buffer.from(texts.join('\n')))) lines.take(line);
    return Array.from(lines.inOrder(), ({ bytes: all, start, end }) => all.toString('utf8', start, end));
  };
  expect(takeAll(added).slice(1)).toEqual(added);
  // The memory of the first lines is used again, in another order.
  lines.clear();
  expect(takeAll(added.toReversed())).toEqual([...added.slice(0, 1_100).toReversed(), ...added.slice(1_100)]);
});

it('hold the newest values however long they become, and both of two names with one hash', () => {
  const lines = new NewestLines();
  // The last two names have one hash, found by trying.
  const given = [
    'a\tx\t1',
    'b\ty\t1',
    `a\tx\t${Array(30).fill(9)}`,
    'a\tx\t2',
    'c\tname-112789\t1',
    'c\tname-349192\t2',
    'c\tname-112789\t3',
    'c\tname-349192\t4',
  ];
  for (const line of journalLines(Buffer.from(given.join('\n')))) lines.take(line);
  const texts = Array.from(lines.inOrder(), ({ bytes, start, end }) => bytes.toString('utf8', start, end));
  expect(texts).toEqual(['a\tx\t2', 'b\ty\t1', 'c\tname-349192\t2', 'c\tname-112789\t3', 'c\tname-349192\t4']);
});
