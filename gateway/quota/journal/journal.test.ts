import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { Journal, type JournalOptions, type SealedSegment, SYNC_WITHIN_MS } from './journal.ts';
import { readSegment, segmentPaths } from './segments.ts';
import { damage, FaultyDisk } from './testing/faulty-disk.ts';

/** A journal in an empty folder, and what can be read from it. */
function started(options: Partial<JournalOptions> = {}) {
  const folder = temporaryFolder('journal');
  const disk = new FaultyDisk();
  const sealed: SealedSegment[] = [];
  const failures: unknown[] = [];
  const journal = new Journal({
    folder,
    first: 1,
    durability: 'process',
    sealed: (segment) => sealed.push(segment),
    syncFailed: (error) => failures.push(error),
    disk,
    ...options,
  });
  const missing: string[] = [];
  const read = (): string[] => {
    missing.length = 0;
    const payloads: string[] = [];
    let last = 0;
    for (const path of segmentPaths(folder)) {
      for (const { number, payload } of readSegment(path, last, ({ first, last: until }) => {
        missing.push(`${first}-${until}`);
      })) {
        last = number;
        payloads.push(payload.toString());
      }
    }
    return payloads;
  };
  return { folder, disk, journal, sealed, failures, missing, read };
}

/** Resolves when the records up to `number` are on the disk, or with the error. */
const stored = (journal: Journal, number: number) =>
  new Promise<Error | null>((resolve) => journal.whenStored(number, resolve));

it('has a record in the file when append returns, and on the disk soon after', async () => {
  const { journal, disk, read } = started();
  expect([journal.append('a'), journal.append('b')]).toEqual([1, 2]);
  expect(read()).toEqual(['a', 'b']);
  expect(disk.syncs).toBe(0);
  await delay(SYNC_WITHIN_MS + 100);
  expect(disk.syncs).toBe(1);
  await journal.close();
});

it('syncs the records of many turns together', async () => {
  const { journal, disk } = started();
  let release = () => {};
  disk.held = new Promise((resolve) => {
    release = resolve;
  });
  const first = stored(journal, journal.append('a'));
  const later = Array.from({ length: 50 }, (_, turn) => stored(journal, journal.append(String(turn))));
  release();
  expect(await first).toBeNull();
  expect(await Promise.all(later)).toEqual(Array.from({ length: 50 }, () => null));
  expect(disk.syncs).toBe(2);
  await journal.close();
});

it('leaves nothing of a record that it could not write', async () => {
  const { journal, disk, read, missing } = started();
  journal.append('a');
  disk.fail('append', 7);
  expect(() => journal.append('lost')).toThrow('no space left for append');
  expect(journal.append('b')).toBe(2);
  expect(read()).toEqual(['a', 'b']);
  expect(missing).toEqual([]);
  await journal.close();
});

it('begins another segment if it cannot cut off an incomplete record', async () => {
  const { journal, disk, read, missing, sealed } = started();
  journal.append('a');
  disk.fail('append', 7);
  disk.fail('truncate');
  expect(() => journal.append('lost')).toThrow('no space left for append');
  // Without a successor, its removal could not be told from the loss of the folder's content.
  expect(sealed).toHaveLength(0);
  journal.append('b');
  expect(sealed).toHaveLength(1);
  expect(read()).toEqual(['a', 'b']);
  expect(missing).toEqual([]);
  await journal.close();
});

it('throws while no segment can be created, and goes on afterwards', async () => {
  const { journal, disk, read } = started();
  disk.fail('create');
  expect(() => journal.append('lost')).toThrow('no space left for create');
  journal.append('a');
  expect(read()).toEqual(['a']);
  await journal.close();
});

it('hands over each segment once it is complete', async () => {
  const { journal, sealed, folder, read } = started({ segmentBytes: 100 });
  for (let record = 0; record < 10; record += 1) journal.append('x'.repeat(30));
  expect(sealed.map(({ last }) => last)).toEqual([2, 4, 6, 8, 10]);
  // The successor of a complete segment is there, even if it is empty.
  expect(segmentPaths(folder).slice(0, -1)).toEqual(sealed.map(({ path }) => path));
  expect(read()).toHaveLength(10);
  await journal.close();
  expect(sealed).toHaveLength(5);
});

it('never syncs a file again after a failure: unsynced records move to a new segment', async () => {
  const { journal, disk, sealed, failures, folder, read, missing } = started({ durability: 'power' });
  expect(await stored(journal, journal.append('safe'))).toBeNull();
  disk.fail('sync');
  expect(await stored(journal, journal.append('unsafe'))).toEqual(new Error('no space left for sync'));
  expect(failures).toHaveLength(1);
  // Until they are stored, no call can be answered.
  expect(() => journal.append('refused')).toThrow('no space left for sync');
  expect(await stored(journal, 2)).toBeNull();
  expect(sealed).toHaveLength(1);
  expect(segmentPaths(folder)).toHaveLength(2);
  journal.append('later');
  expect(read()).toEqual(['safe', 'unsafe', 'later']);
  expect(missing).toEqual([]);
  await journal.close();
});

it('in mode process goes on while the disk fails, and stores everything when it is back', async () => {
  const { journal, disk, read, failures } = started();
  disk.fail('sync');
  journal.append('a');
  expect(await stored(journal, 1)).toEqual(new Error('no space left for sync'));
  journal.append('b');
  expect(failures).toHaveLength(1);
  expect(await stored(journal, 2)).toBeNull();
  expect(read()).toEqual(['a', 'b']);
  await journal.close();
});

it('keeps the old segment in use if its records cannot be written again either', async () => {
  const { journal, disk, read } = started();
  disk.fail('sync');
  disk.fail('append', 5);
  journal.append('a');
  expect(await stored(journal, 1)).toEqual(new Error('no space left for sync'));
  expect(await stored(journal, 1)).toEqual(new Error('no space left for append'));
  expect(await stored(journal, 1)).toBeNull();
  journal.append('b');
  expect(read()).toEqual(['a', 'b']);
  await journal.close();
});

it('names the records that are missing, and reads on', async () => {
  const { journal, folder, read, missing } = started();
  for (const payload of ['a', 'b', 'c']) journal.append(payload);
  await journal.close();
  const [path = ''] = segmentPaths(folder);
  // The payload of the second record: 25 bytes a record, of which 24 are the header.
  damage(path, 25 + 24);
  expect(read()).toEqual(['a', 'c']);
  expect(missing).toEqual(['2-2']);
});

it('stores records larger and smaller than its buffer', async () => {
  const { journal, read } = started();
  const payloads = [1, 400_000, 3, 250_000, 90_000, 5].map((length) => '€'.repeat(length));
  for (const payload of payloads) {
    const number = journal.append(payload);
    if (payload.length % 2 === 1) expect(await stored(journal, number)).toBeNull();
  }
  expect(read()).toEqual(payloads);
  await journal.close();
});
