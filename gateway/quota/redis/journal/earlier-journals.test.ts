import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { Journal } from '../../journal/journal.ts';
import { type MissingRecords, segmentPaths } from '../../journal/segments.ts';
import { NOON, RESULT } from '../../testing/contract/caller.ts';
import { readEarlier } from './earlier-journals.ts';
import type { Owed } from './facts.ts';

const CALL = { client: 'client-1', at: NOON, limits: 1, item: RESULT };
const ANSWERED = { kind: 'answered', ...CALL, count: 1 };
const SEALED = { kind: 'sealed' };
const SENT = { client: 'client-1', process: 'p', sequence: 3, at: NOON, limits: 1, watermark: null, forced: false };

function newPlace() {
  const path = join(temporaryFolder('journal'), 'process-1.1');
  return { folder: `${path}.outage`, file: `${path}.journal` };
}

const linesOf = (entries: readonly object[]) => entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
const missingNone = () => expect.unreachable();

async function readLines(entries: readonly object[]) {
  const place = newPlace();
  writeFileSync(place.file, linesOf(entries));
  return readEarlier('process-1.1', place, missingNone);
}

/** Process, sequence and number of calls of each command that counts. */
const counts = (owed: Iterable<Owed>) =>
  [...owed].map(({ kind, command }) =>
    kind === 'count' ? [command.process, command.sequence, command.items.length] : kind,
  );

it('sends calls in the commands in which the earlier release sent them', async () => {
  const other = { ...ANSWERED, client: 'client-2', count: 300 };
  const { owed } = await readLines([ANSWERED, other, ANSWERED, SEALED, ANSWERED]);
  // Sealed together: two of client-1, and 300 of client-2 in parts of at most 256. Then one that was not sealed.
  expect(counts(owed)).toEqual([
    ['process-1.1', 1, 2],
    ['process-1.1', 2, 256],
    ['process-1.1', 3, 44],
    ['process-1.1', 4, 1],
  ]);
});

it('reads a journal of release 9cc0f8d, whose names for cost, family and watermark were others', async () => {
  const item = { charge: 1, check: 2, key: 'key-1', cap: null, calculator: 'tdee', status: '2xx' };
  const floor = { epoch: 'e1', admitted: 7, creditsEpoch: 'c1', creditsTaken: 0 };
  const { watermark: _, ...command } = SENT;
  const left = await readLines([
    { ...ANSWERED, item },
    { kind: 'doubt', command: { ...command, floor, items: [item] } },
  ]);
  const { check, ...rest } = item;
  const read = { ...rest, cost: check, family: 'key-1' };
  expect([...left.owed].map((owed) => (owed.kind === 'count' ? owed.command.items : null))).toEqual([[read]]);
  expect(left.doubts.get('client-1')?.command).toEqual({
    ...SENT,
    watermark: { ...floor, base: 0, creditsBase: 0 },
    items: [read],
  });
});

it('knows which calls of a command in doubt were answered', async () => {
  const left = await readLines([
    { kind: 'doubt', command: { ...SENT, items: [RESULT, RESULT, RESULT, RESULT] } },
    { kind: 'answered-in-doubt', client: 'client-1', index: 0, id: null },
    // Two calls were forwarded, and one of them was answered.
    { kind: 'answered-in-doubt', client: 'client-1', index: 1, id: 1 },
    { kind: 'answered-in-doubt', client: 'client-1', index: 2, id: 2 },
    { kind: 'kept', id: 1 },
  ]);
  expect([...(left.doubts.get('client-1')?.answered ?? [])]).toEqual([0, 1]);
});

it('gives what follows from a resolved command the names of the earlier release', async () => {
  const split = { included: 1, overage: 0, credits: 0 };
  const { owed, doubts } = await readLines([
    { kind: 'doubt', command: { ...SENT, items: [RESULT, RESULT, { ...RESULT, hold: 120_000 }] } },
    { kind: 'answered-in-doubt', client: 'client-1', index: 0, id: null },
    { kind: 'answered-in-doubt', client: 'client-1', index: 2, id: 1 },
    {
      kind: 'resolved',
      client: 'client-1',
      at: NOON,
      ran: { month: '2026-11', epoch: 'e', splits: [null, split, split] },
    },
    { kind: 'kept', id: 1 },
  ]);
  expect(doubts.size).toBe(0);
  // The first call was answered and refused by the store, the second taken and not answered, the third is held.
  expect([...owed]).toMatchObject([
    { kind: 'return', command: { process: 'process-1.1/returns', sequence: 1, status: '429', split } },
    { kind: 'keep', command: { hold: 'p/3/2', split } },
    { kind: 'count', command: { process: 'process-1.1', sequence: 1, items: [RESULT] } },
  ]);
});

it('counts a forwarded call only if it got its answer', async () => {
  const { owed } = await readLines([
    { kind: 'forwarded', id: 1, ...CALL },
    { kind: 'forwarded', id: 2, ...CALL },
    { kind: 'forwarded', id: 3, ...CALL },
    { kind: 'released', id: 1, at: NOON, status: '5xx' },
    { kind: 'kept', id: 2 },
  ]);
  expect(counts(owed)).toEqual([['process-1.1', 1, 1]]);
});

it('reads the file before the records of the folder, whose last line and last record may be incomplete', async () => {
  const place = newPlace();
  writeFileSync(place.file, `${linesOf([ANSWERED])}{"kind":"answered","client":"cli`);
  mkdirSync(place.folder);
  const journal = new Journal({
    ...{ folder: place.folder, first: 1, durability: 'process' },
    ...{ sealed: () => {}, syncFailed: () => {} },
  });
  journal.append(linesOf([SEALED, ANSWERED, ANSWERED]));
  await journal.close();
  appendFileSync(segmentPaths(place.folder)[0] ?? '', 'VGJ2 and part');
  const { owed } = await readEarlier('process-1.1', place, missingNone);
  expect(counts(owed)).toEqual([
    ['process-1.1', 1, 1],
    ['process-1.1', 2, 2],
  ]);
});

it('reports records that are missing', async () => {
  const place = newPlace();
  mkdirSync(place.folder);
  const journal = new Journal({
    ...{ folder: place.folder, first: 1, durability: 'process' },
    ...{ sealed: () => {}, syncFailed: () => {} },
  });
  for (let records = 0; records < 3; records += 1) journal.append(linesOf([ANSWERED]));
  await journal.close();
  const [segment = ''] = segmentPaths(place.folder);
  const bytes = readFileSync(segment);
  const second = bytes.indexOf('VGJ2', 1);
  bytes.writeUInt8(0, second);
  writeFileSync(segment, bytes);
  const missing: MissingRecords[] = [];
  const { calls } = await readEarlier('process-1.1', place, (records) => missing.push(records));
  expect([calls, missing]).toEqual([2, [{ path: segment, at: second, first: 2, last: 2 }]]);
});
