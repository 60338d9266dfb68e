import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { NOON, RESULT } from '../../testing/contract/caller.ts';
import type { Entry } from './entries.ts';
import { Journal } from './journal.ts';

const ANSWERED: Extract<Entry, { kind: 'answered' }> = {
  kind: 'answered',
  client: 'client-1',
  at: NOON,
  limits: 1,
  item: RESULT,
  count: 1,
};

function newPath(): string {
  return join(temporaryFolder('journal'), 'process-1.1.journal');
}

function append(journal: Journal, entry: Entry): Promise<Error | null> {
  return new Promise((resolve) => journal.append(entry, resolve));
}

async function entriesOf(path: string): Promise<Entry[]> {
  const journal = new Journal(path);
  const entries: Entry[] = [];
  for await (const entry of journal.read()) entries.push(entry);
  await journal.close();
  return entries;
}

it('confirms an entry once it is in the file', async () => {
  const path = newPath();
  const journal = new Journal(path);
  expect(await append(journal, ANSWERED)).toBeNull();
  expect(readFileSync(path, 'utf8')).toContain('"client-1"');
  expect(await entriesOf(path)).toEqual([ANSWERED]);
  await journal.close();
});

it('writes equal calls of one turn as one entry, and keeps the order of others', async () => {
  const path = newPath();
  const journal = new Journal(path);
  const other: Entry = { ...ANSWERED, item: { ...RESULT, calculator: 'bmi' } };
  await Promise.all([ANSWERED, other, ANSWERED, { ...ANSWERED, at: NOON + 1 }].map((entry) => append(journal, entry)));
  await append(journal, ANSWERED);
  expect(await entriesOf(path)).toEqual([{ ...ANSWERED, count: 3 }, other, ANSWERED]);
  await journal.close();
});

it('reads a journal of release 9cc0f8d, whose names for cost, family and watermark were others', async () => {
  const path = newPath();
  const item = { charge: 1, check: 2, key: 'key-1', cap: null, calculator: 'tdee', status: '2xx' };
  const known = { epoch: 'e1', admitted: 7, creditsEpoch: 'c1', creditsTaken: 0 };
  const command = { client: 'client-1', process: 'p', sequence: 1, at: NOON, limits: 1, forced: false };
  const lines = [
    { kind: 'answered', client: 'client-1', at: NOON, limits: 1, item, count: 1 },
    { kind: 'doubt', command: { ...command, floor: known, items: [item] } },
  ];
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const { check, ...rest } = item;
  const read = { ...rest, cost: check, family: 'key-1' };
  expect(await entriesOf(path)).toEqual([
    { ...lines[0], item: read },
    { kind: 'doubt', command: { ...command, watermark: { ...known, base: 0, creditsBase: 0 }, items: [read] } },
  ]);
});

it('skips an incomplete line', async () => {
  const path = newPath();
  const first = new Journal(path);
  await append(first, ANSWERED);
  await first.close();
  appendFileSync(path, '{"kind":"answered","client":"cli');
  const second = new Journal(path);
  await append(second, { kind: 'sealed' });
  await second.close();
  expect(await entriesOf(path)).toEqual([ANSWERED, { kind: 'sealed' }]);
});

it('keeps the order of calls around another entry', async () => {
  const path = newPath();
  const journal = new Journal(path);
  const sealed: Entry = { kind: 'sealed' };
  await Promise.all([ANSWERED, sealed, ANSWERED].map((entry) => append(journal, entry)));
  expect(await entriesOf(path)).toEqual([ANSWERED, sealed, ANSWERED]);
  await journal.close();
});

it('drops calls that it could not write, keeps facts, and continues when the disk recovers', async () => {
  const folder = join(temporaryFolder('journal'), 'later');
  const path = join(folder, 'process-1.1.journal');
  const journal = new Journal(path);
  const resolved: Entry = { kind: 'resolved', client: 'client-1', at: NOON, ran: null };
  expect(await append(journal, resolved)).toMatchObject({ code: 'ENOENT' });
  expect(await append(journal, ANSWERED)).toMatchObject({ code: 'ENOENT' });
  mkdirSync(folder);
  expect(await append(journal, { kind: 'sealed' })).toBeNull();
  expect(await entriesOf(path)).toEqual([resolved, { kind: 'sealed' }]);
  await journal.close();
});

it('removes partly written calls when the disk is full', async () => {
  const path = newPath();
  const journal = new Journal(path);
  expect(await append(journal, ANSWERED)).toBeNull();
  const before = readFileSync(path);
  const handle = await open(path);
  const { datasync } = Object.getPrototypeOf(handle);
  Object.getPrototypeOf(handle).datasync = async () => {
    throw new Error('ENOSPC');
  };
  try {
    expect(await append(journal, ANSWERED)).toMatchObject({ message: 'ENOSPC' });
  } finally {
    Object.getPrototypeOf(handle).datasync = datasync;
    await handle.close();
  }
  expect(readFileSync(path)).toEqual(before);
  expect(await append(journal, { ...ANSWERED, count: 2 })).toBeNull();
  expect(await entriesOf(path)).toEqual([ANSWERED, { ...ANSWERED, count: 2 }]);
  await journal.close();
});

it('deletes its file when removed', async () => {
  const path = newPath();
  const journal = new Journal(path);
  void append(journal, ANSWERED);
  await journal.remove();
  expect(existsSync(path)).toBe(false);
  // A journal without entries has no file.
  await new Journal(path).remove();
});
