import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { waitUntil } from '../../../../test/support/wait-until.ts';
import type { LeasedUse } from '../../admission/lease-journal.ts';
import { segmentPaths } from '../../journal/segments.ts';
import { FaultyDisk } from '../../journal/testing/faulty-disk.ts';
import { type Fact, recordOf } from './facts.ts';
import { readLeft } from './left-behind.ts';
import { ProcessJournal } from './process-journal.ts';

const ROW = { day: '2026-11-21', key: 'key-1', family: 'family-1', calculator: 'tdee', status: '2xx' } as const;

function use(number: number, calls: number, key = 'key-1'): LeasedUse {
  return {
    ...{ client: 'client-1', number, month: '2026-11', epoch: 'epoch-1' },
    rows: [{ ...ROW, key, calls, units: calls * 2 }],
  };
}

function open(segmentBytes?: number) {
  const folder = join(temporaryFolder('leases'), 'process-1.leases');
  const disk = new FaultyDisk();
  const file = new ProcessJournal({
    ...{ folder, durability: 'process', syncFailed: () => {}, disk },
    ...(segmentBytes !== undefined && { segmentBytes }),
  });
  const errors: (Error | null)[] = [];
  const append = (...facts: Fact[]) => file.append(facts, (error) => errors.push(error));
  const left = () => readLeft('process-1', folder, () => expect.unreachable());
  const read = async () =>
    [...(await left()).owed].map(({ kind, command }) => {
      if (kind !== 'count' || !command.lease?.report) return expect.unreachable();
      const { number, epoch, rows } = command.lease.report;
      return { client: command.client, number, month: '2026-11', epoch, rows };
    });
  return { folder, file, disk, errors, append, left, read };
}

it('keeps the last values of each row of each lease, in the order of their numbers', async () => {
  const { append, read, errors } = open();
  append(use(2, 1));
  append(use(1, 4), use(2, 3));
  append(use(2, 5, 'key-2'));
  expect(errors).toEqual([null, null, null]);
  const [first, second] = await read();
  expect(first).toEqual(use(1, 4));
  expect(second).toEqual({ ...use(2, 3), rows: [...use(2, 3).rows, ...use(2, 5, 'key-2').rows] });
});

it('keeps what is not counted when it drops old segments', async () => {
  const { folder, file, append, read } = open(300);
  file.keep(() => [[use(7, 9)]]);
  for (let calls = 1; calls <= 40; calls += 1) append(use(8, calls));
  await waitUntil('few segments', () => (segmentPaths(folder).length <= 3 ? true : void append(use(8, 41))));
  const left = new Map((await read()).map(({ number, rows }) => [number, rows[0]?.calls]));
  expect(left.get(7)).toBe(9);
});

/** A hundred leases in twenty parts, which take many segments of 1,000 bytes. */
function* manyLeases() {
  for (let part = 0; part < 20; part += 1) yield [0, 1, 2, 3, 4].map((place) => use(100 + 5 * part + place, 7));
}

it('records what is not counted again in parts, and at most as much as is new', async () => {
  const { folder, file, disk, append } = open(1_000);
  file.keep(manyLeases);
  append(use(1, 1));
  const record = disk.written;
  const lengths: number[] = [];
  for (let calls = 2; calls <= 600; calls += 1) {
    const before = disk.written;
    append(use(1, calls));
    lengths.push(disk.written - before);
    // Time for the disk.
    if (calls % 20 === 0) await sleep(20);
  }
  const [part = []] = manyLeases();
  const ofPart = recordOf(part).length;
  // The record itself, parts of its length, and the marks at the ends of segments.
  expect(Math.max(...lengths)).toBeLessThan(3 * (record + ofPart));
  expect(disk.written).toBeLessThan(2.2 * 600 * (record + 4));
  await waitUntil('few segments', () => (segmentPaths(folder).length < 40 ? true : void append(use(1, 1))));
});

it('leaves a successor everything at each moment of recording it again', async () => {
  const { file, append, left } = open(1_000);
  file.keep(manyLeases);
  const known = [...manyLeases()].flat();
  append(...known);
  for (let calls = 1; calls <= 120; calls += 1) {
    append(use(1, calls));
    if (calls % 10 !== 0) continue;
    // Time for old segments to be removed.
    await sleep(15);
    const numbers = [...(await left()).owed].map(({ command }) => 'lease' in command && command.lease?.report?.number);
    expect(numbers).toEqual([1, ...known.map(({ number }) => number)]);
  }
});

it('keeps the old segments when the disk takes no more, and tries again', async () => {
  const { folder, file, disk, errors, append, read } = open(1_000);
  let attempts = 0;
  file.keep(function* () {
    attempts += 1;
    if (attempts === 1) disk.fail('append');
    yield [use(7, 9)];
  });
  append(use(7, 1));
  const [first] = segmentPaths(folder);
  while (attempts === 0) append(use(8, 1));
  await waitUntil('fewer segments', () => (segmentPaths(folder)[0] === first ? void append(use(8, 2)) : true));
  expect([attempts > 1, new Set(errors)]).toEqual([true, new Set([null])]);
  expect((await read()).map(({ number, rows }) => [number, rows[0]?.calls])).toEqual([
    [7, 9],
    [8, 2],
  ]);
});

it('keeps the old segments until the disk has what replaces them', async () => {
  const { folder, file, disk, append } = open(1_000);
  file.keep(() => [[use(7, 9)]]);
  append(use(7, 1));
  const [first = ''] = segmentPaths(folder);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  disk.held = held;
  disk.fail('sync');
  while (segmentPaths(folder).length < 3) append(use(8, 1));
  await sleep(20);
  expect(existsSync(first)).toBe(true);
  // The sync fails: the records that replace the segment may not be on the disk.
  release();
  await sleep(20);
  expect(existsSync(first)).toBe(true);
  await waitUntil('its end', () => (existsSync(first) ? void append(use(8, 2)) : true));
  expect(disk.syncs).toBeGreaterThan(0);
});

it('leaves only what is not counted when it is compacted', async () => {
  const { folder, file, append, read } = open();
  file.keep(() => [[use(7, 9)]]);
  append(use(8, 1), use(7, 2));
  file.compact();
  await waitUntil('one segment', () => segmentPaths(folder).length === 1 || undefined);
  expect(await read()).toEqual([use(7, 9)]);
});

it('takes no record after its end', async () => {
  const { folder, file, errors, append } = open();
  await file.close();
  append(use(1, 1));
  expect([errors, existsSync(folder)]).toEqual([[expect.any(Error)], false]);
});

it('is removed at the end if everything is counted, and stays otherwise', async () => {
  const counted = open();
  counted.append(use(1, 1));
  await counted.file.close();
  expect(existsSync(counted.folder)).toBe(false);
  const owing = open();
  owing.file.keep(() => [[use(1, 1)]]);
  owing.append(use(1, 1));
  await owing.file.close();
  expect(await owing.read()).toEqual([use(1, 1)]);
});

it('reports that calls cannot be recorded', () => {
  const file = new ProcessJournal({ folder: '/dev/null/leases', durability: 'process', syncFailed: () => {} });
  const errors: (Error | null)[] = [];
  file.append([use(1, 1)], (error) => errors.push(error));
  expect(errors).toEqual([expect.any(Error)]);
});
