import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { segmentPaths } from '../../journal/segments.ts';
import { FaultyDisk } from '../../journal/testing/faulty-disk.ts';
import { NOON, RESULT } from '../../testing/contract/caller.ts';
import type { Entry } from './entries.ts';
import { OutageJournal, type OutageJournalOptions } from './outage-journal.ts';

const ANSWERED: Extract<Entry, { kind: 'answered' }> = {
  kind: 'answered',
  client: 'client-1',
  at: NOON,
  limits: 1,
  item: RESULT,
  count: 1,
};

function newPath(): string {
  return join(temporaryFolder('journal'), 'process-1.1');
}

function opened(path: string, options: Partial<OutageJournalOptions> = {}): OutageJournal {
  return new OutageJournal({
    folder: `${path}.outage`,
    oldFile: `${path}.journal`,
    durability: 'process',
    missing: () => {},
    syncFailed: () => {},
    ...options,
  });
}

function append(journal: OutageJournal, entry: Entry): Promise<Error | null> {
  return new Promise((resolve) => journal.append(entry, resolve));
}

async function entriesOf(path: string): Promise<Entry[]> {
  return Array.fromAsync(opened(path).read());
}

it('confirms an entry once it is in the file', async () => {
  const path = newPath();
  const journal = opened(path);
  expect(await append(journal, ANSWERED)).toBeNull();
  expect(await entriesOf(path)).toEqual([ANSWERED]);
  await journal.close();
});

it('writes equal calls of one turn as one entry, and keeps the order of others', async () => {
  const path = newPath();
  const journal = opened(path);
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
  writeFileSync(`${path}.journal`, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const { check, ...rest } = item;
  const read = { ...rest, cost: check, family: 'key-1' };
  expect(await entriesOf(path)).toEqual([
    { ...lines[0], item: read },
    { kind: 'doubt', command: { ...command, watermark: { ...known, base: 0, creditsBase: 0 }, items: [read] } },
  ]);
});

it('continues the journal of an earlier release, whose last line may be incomplete', async () => {
  const path = newPath();
  writeFileSync(`${path}.journal`, `${JSON.stringify(ANSWERED)}\n{"kind":"answered","client":"cli`);
  const heir = opened(path);
  expect(await Array.fromAsync(heir.read())).toEqual([ANSWERED]);
  await append(heir, { kind: 'sealed' });
  await heir.close();
  expect(await entriesOf(path)).toEqual([ANSWERED, { kind: 'sealed' }]);
  await heir.remove();
  expect([existsSync(`${path}.journal`), existsSync(`${path}.outage`)]).toEqual([false, false]);
});

it('skips an incomplete record, and continues behind it', async () => {
  const path = newPath();
  const first = opened(path);
  await append(first, ANSWERED);
  await first.close();
  appendFileSync(segmentPaths(`${path}.outage`)[0] ?? '', 'VGJ2 and part');
  const second = opened(path);
  expect(await Array.fromAsync(second.read())).toEqual([ANSWERED]);
  await append(second, { kind: 'sealed' });
  await second.close();
  expect(await entriesOf(path)).toEqual([ANSWERED, { kind: 'sealed' }]);
});

it('reports records that are missing', async () => {
  const path = newPath();
  const journal = opened(path);
  for (let entries = 0; entries < 3; entries += 1) await append(journal, ANSWERED);
  await journal.close();
  const [segment = ''] = segmentPaths(`${path}.outage`);
  const bytes = readFileSync(segment);
  const second = bytes.indexOf('VGJ2', 1);
  bytes.writeUInt8(0, second);
  writeFileSync(segment, bytes);
  const missing: object[] = [];
  const read = opened(path, { missing: (records) => missing.push(records) }).read();
  expect(await Array.fromAsync(read)).toEqual([ANSWERED, ANSWERED]);
  expect(missing).toEqual([{ path: segment, at: second, first: 2, last: 2 }]);
});

it('keeps the order of calls around another entry', async () => {
  const path = newPath();
  const journal = opened(path);
  const sealed: Entry = { kind: 'sealed' };
  await Promise.all([ANSWERED, sealed, ANSWERED].map((entry) => append(journal, entry)));
  expect(await entriesOf(path)).toEqual([ANSWERED, sealed, ANSWERED]);
  await journal.close();
});

it('drops calls that it could not write, keeps facts, and continues when the disk recovers', async () => {
  const path = newPath();
  const disk = new FaultyDisk();
  const journal = opened(path, { disk });
  const resolved: Entry = { kind: 'resolved', client: 'client-1', at: NOON, ran: null };
  disk.fail('append', 40);
  disk.fail('append', 40);
  expect(await append(journal, resolved)).toEqual(new Error('no space left for append'));
  expect(await append(journal, ANSWERED)).toEqual(new Error('no space left for append'));
  expect(await append(journal, { kind: 'sealed' })).toBeNull();
  expect(await entriesOf(path)).toEqual([resolved, { kind: 'sealed' }]);
  await journal.close();
});

it('confirms entries that must survive a loss of power only when they are on the disk', async () => {
  const path = newPath();
  const disk = new FaultyDisk();
  const journal = opened(path, { disk, durability: 'power' });
  expect(await append(journal, ANSWERED)).toBeNull();
  expect(disk.syncs).toBe(1);
  disk.fail('sync');
  expect(await append(journal, ANSWERED)).toEqual(new Error('no space left for sync'));
  await journal.close();
});

it('deletes its files when removed', async () => {
  const path = newPath();
  const journal = opened(path);
  void append(journal, ANSWERED);
  await journal.remove();
  expect(existsSync(`${path}.outage`)).toBe(false);
  // A journal without entries has no file.
  await opened(path).remove();
});
