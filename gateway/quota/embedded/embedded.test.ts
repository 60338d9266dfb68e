import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import type { AdmitAnswer, Item } from '../contract.ts';
import { readSegment, segmentPaths } from '../journal/segments.ts';
import { FaultyDisk } from '../journal/testing/faulty-disk.ts';
import { BAD_INPUT, Caller, EMPTY_CHECKPOINT, LIMITS, NOON, RESULT, times } from '../testing/contract/caller.ts';
import { FORWARDED } from '../testing/contract/holds.ts';
import { wholeSnapshot } from '../testing/contract/whole-snapshot.ts';
import { counterStoreContract } from '../testing/contract.suite.ts';
import { journalFolder } from './counter-journal.ts';
import { EmbeddedStore } from './embedded.ts';
import { openCounterFile } from './embedded-schema.ts';

const folder = temporaryFolder('counters');
let files = 0;

function newFile(): string {
  files += 1;
  return join(folder, `counters-${files}.sqlite`);
}

/** The payloads of the records that are not in the tables. */
function journalOf(path: string): string[] {
  return segmentPaths(journalFolder(path)).flatMap((segment) =>
    Array.from(
      readSegment(segment, 0, () => {}),
      ({ payload }) => payload.toString(),
    ),
  );
}

/** Locks the tables, as another program does that writes to them. The result unlocks them. */
function lockTables(path: string): () => void {
  const locker = new DatabaseSync(path, { timeout: 5_000 });
  locker.exec('BEGIN IMMEDIATE');
  return () => {
    locker.exec('ROLLBACK');
    locker.close();
  };
}

counterStoreContract('embedded', async (clock) => new EmbeddedStore({ path: newFile(), clock }));
describe('the counter file', () => {
  it('knows an idempotency key that has left the memory', async () => {
    const store = new EmbeddedStore({ path: newFile() });
    const caller = await new Caller(store).begin({ quota: null });
    const call = (at: number) => ({ ...RESULT, once: { key: `key-${at}`, print: 'print', place: 0 } });
    await caller.verdicts(Array.from({ length: 300 }, (_, at) => call(at)));
    // Reading usage brings everything into the tables, so that the keys may leave.
    await caller.usage();
    expect(await caller.outcomes([call(0)])).toEqual(['admitted']);
    expect(await caller.used()).toBe(300);
    await store.close();
  });

  it('brings in segments with the calls of more clients than one transaction takes', async () => {
    const store = new EmbeddedStore({ path: newFile() });
    // A transaction takes 32 MB of lines.
    const clients = Array.from({ length: 400 }, (_, index) => `client-${100 + index}`.padEnd(100_000, 'x'));
    await Promise.all(clients.map((client) => store.load(client, '2026-11', EMPTY_CHECKPOINT)));
    const broughtIn: string[] = [];
    for await (const page of store.clientMonths()) broughtIn.push(...page.map(({ client }) => client));
    expect(broughtIn).toEqual(clients);
    await store.close();
  });

  it('keeps everything over a restart except sequences, whose commands died with the process', async () => {
    const path = newFile();
    const first = new EmbeddedStore({ path });
    const caller = await new Caller(first).begin({
      quota: 2,
      mode: 'credits',
      granted: 9,
      burst: { q: 5, w: 50 },
      ceiling: 20,
    });
    await caller.verdicts([...times(4, { ...RESULT, cap: 6 }), BAD_INPUT]);
    const before = await caller.snapshot();
    await first.close();

    const second = new EmbeddedStore({ path });
    expect(await wholeSnapshot(second, caller.client, '2026-11')).toEqual(before);
    const later = new Caller(second, caller.client, caller.process);
    later.watermark = caller.watermark;
    // The new clock is behind the time at which the bucket was emptied.
    later.at = NOON - 10_000;
    expect((await later.verdicts([RESULT]))[0]).toMatchObject({
      outcome: 'burst',
      burstRetry: 10,
      used: 4,
      spendable: 7,
    });
    later.at = NOON + 60_000;
    expect(await later.outcomes(times(3, { ...RESULT, cap: 6 }))).toEqual(['admitted', 'admitted', 'cap']);
    expect(await second.fence(caller.client, caller.process, 0)).toBe(2);
    await second.close();
  });

  it('is in the journal before the answer', async () => {
    const path = newFile();
    const store = new EmbeddedStore({ path });
    const caller = await new Caller(store).begin();
    let seen = '';
    store.admit([caller.command(times(7, RESULT))], () => {
      seen = journalOf(path).at(-1) ?? '';
    });
    // Base, admitted and returned units: 7 included ones are admitted.
    expect(seen).toContain('\t0,0,0,7,0,0,0,0,0,');
    await store.close();
  });

  it('is on the disk before the answer if calls must survive a loss of power', async () => {
    const disk = new FaultyDisk();
    const store = new EmbeddedStore({ path: newFile(), durability: 'power', disk });
    const caller = await new Caller(store).begin();
    const before = disk.syncs;
    const answer = caller.answer([RESULT]);
    await nextTurn();
    expect(disk.syncs).toBe(before);
    await answer;
    expect(disk.syncs).toBe(before + 1);
    disk.fail('sync');
    await expect(caller.answer([RESULT])).rejects.toThrow('no space left for sync');
    await expect(caller.answer([RESULT])).rejects.toThrow('no space left for sync');
    await store.close();
  });

  it('lists its months and removes past ones', async () => {
    const store = new EmbeddedStore({ path: newFile() });
    const caller = await new Caller(store).begin();
    await caller.outcomes(times(1, RESULT));
    const checkpoint = { months: [], credits: [], families: [] };
    await store.load(caller.client, '2020-02', checkpoint);
    const month = caller.month;
    const months = async () => (await Array.fromAsync(store.clientMonths())).flat().map((held) => held.month);
    expect(await months()).toEqual(['2020-02', month]);
    await store.removeBefore(month);
    expect(await months()).toEqual([month]);
    expect((await store.counters(caller.client, month))?.counter.admitted.included).toBe(1);
    await store.close();
  });

  it('answers all commands from one commit, before admit returns', async () => {
    const store = new EmbeddedStore({ path: newFile() });
    const callers = await Promise.all(['a', 'b', 'c'].map((client) => new Caller(store, client).begin()));
    const answers: (AdmitAnswer | Error)[] = [];
    store.admit(
      callers.map((caller) => caller.command([RESULT])),
      (index, answer) => {
        answers[index] = answer;
      },
    );
    expect(answers.map((answer) => (answer instanceof Error ? answer : answer.kind))).toEqual([
      'decided',
      'decided',
      'decided',
    ]);
    await store.close();
  });

  it('counts nothing in memory that it could not write', async () => {
    const disk = new FaultyDisk();
    const store = new EmbeddedStore({ path: newFile(), disk });
    const caller = await new Caller(store).begin({ quota: 2 });
    await caller.verdicts([RESULT]);
    disk.fail('append', 30);
    await expect(caller.answer([RESULT])).rejects.toThrow('no space left for append');
    disk.fail('append', 30);
    await expect(caller.giveBack()).rejects.toThrow('no space left for append');
    expect(await caller.used()).toBe(1);
    expect(await caller.outcomes([RESULT, RESULT])).toEqual(['admitted', 'month']);
    await store.close();
  });

  it('ends the holds of calls that are kept in the same turn by one record, those of each client', async () => {
    const path = newFile();
    const store = new EmbeddedStore({ path });
    const [one, other] = [await new Caller(store, 'one').begin(), await new Caller(store, 'other').begin()];
    await one.verdicts([FORWARDED, FORWARDED]);
    await other.verdicts([FORWARDED]);
    const before = journalOf(path).length;
    const second = one.hold.replace(/0$/, '1');
    expect(await Promise.all([one.keep(), one.keep({ hold: second }), one.keep(), other.keep()])).toEqual(
      Array(4).fill('kept'),
    );
    expect(journalOf(path)).toHaveLength(before + 1);
    for (const [caller, hold] of [
      [one, one.hold],
      [one, second],
      [other, other.hold],
    ] as const) {
      expect(await caller.giveBack({ hold })).toBe('duplicate');
    }
    await store.close();
  });

  it('keeps a call whose turn had not ended when it is closed', async () => {
    const path = newFile();
    const store = new EmbeddedStore({ path });
    const caller = await new Caller(store).begin();
    await caller.verdicts([FORWARDED]);
    const kept = caller.keep();
    await store.close();
    expect(await kept).toBe('kept');
    const next = new EmbeddedStore({ path });
    // A hold that is left returns its unit at the start.
    expect((await next.counters(caller.client, caller.month))?.counter.returned.included).toBe(0);
    await next.close();
  });

  it('answers none of the calls whose holds it could not end, and each can be kept again', async () => {
    const disk = new FaultyDisk();
    const store = new EmbeddedStore({ path: newFile(), disk });
    const caller = await new Caller(store).begin();
    await caller.verdicts([FORWARDED, FORWARDED]);
    const keepBoth = () => Promise.allSettled([caller.keep(), caller.keep({ hold: caller.hold.replace(/0$/, '1') })]);
    disk.fail('append', 30);
    expect((await keepBoth()).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await keepBoth()).toEqual(Array(2).fill({ status: 'fulfilled', value: 'kept' }));
    await store.close();
  });

  it('makes the first change of each client in a turn in one record, and the second ones in another', async () => {
    const path = newFile();
    const disk = new FaultyDisk();
    const store = new EmbeddedStore({ path, disk });
    const introduce = (...clients: readonly string[]) =>
      Promise.allSettled(
        clients.flatMap((client) => [
          store.writeLimits(client, LIMITS),
          store.load(client, '2026-11', EMPTY_CHECKPOINT),
        ]),
      );
    disk.fail('append', 30);
    const statuses = (await introduce('one', 'other')).map(({ status }) => status);
    expect(statuses).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled']);
    expect(journalOf(path)).toHaveLength(1);
    expect((await store.counters('one', '2026-11'))?.limits).toBeNull();
    await introduce('one');
    expect((await store.counters('one', '2026-11'))?.limits).toEqual(LIMITS);
    await store.close();
  });

  it('answers while another program locks the tables, and brings the calls in afterwards', async () => {
    const path = newFile();
    const store = new EmbeddedStore({ path, segmentBytes: 1 });
    const caller = await new Caller(store).begin();
    const unlock = lockTables(path);
    for (let call = 0; call < 5; call += 1) await caller.verdicts([RESULT]);
    unlock();
    expect(await caller.used()).toBe(5);
    // Reads pages of the tables, so it waits until they hold all calls.
    expect(await caller.usage()).toEqual(['2026-11-21 key-1 tdee 2xx 5/5']);
    await store.close();
  });

  it('forgets the changes of a command when another in its transaction fails', async () => {
    const store = new EmbeddedStore({ path: newFile() });
    const [caller, other] = await Promise.all([new Caller(store, 'a').begin(), new Caller(store, 'b').begin()]);
    const broken = {
      ...other.command([]),
      get items(): Item[] {
        throw new Error('broken');
      },
    };
    const settled: unknown[] = [];
    store.admit([caller.command([RESULT]), broken], (_index, answer) => void settled.push(answer));
    expect(settled).toEqual([new Error('broken'), new Error('broken')]);
    expect(await caller.used()).toBe(0);
    // It did not run, so the same sequence is no duplicate.
    caller.sequence -= 1;
    expect((await caller.verdicts([RESULT]))[0]?.used).toBe(1);
    await store.close();
  });

  it('still finds the previous month after a restart', async () => {
    const path = newFile();
    const first = new EmbeddedStore({ path });
    const caller = await new Caller(first).begin();
    await caller.verdicts([RESULT]);
    const november = caller.watermark;
    caller.at = Date.UTC(2026, 11, 1);
    await caller.load(EMPTY_CHECKPOINT);
    await first.close();

    const second = new EmbeddedStore({ path });
    const later = new Caller(second);
    later.at = caller.at;
    expect(await later.outcomes([RESULT], { watermark: caller.watermark })).toEqual(['admitted']);
    later.at = NOON;
    expect((await later.verdicts([RESULT], { watermark: november }))[0]?.used).toBe(2);
    await second.close();
  });

  it('syncs the tables at every commit, before a segment is removed', () => {
    const db = openCounterFile(newFile());
    expect(db.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
    expect(db.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
    db.close();
  });

  it('leaves ever more time to the thread that brings segments in, once 32 of them wait', async () => {
    const path = newFile();
    const store = new EmbeddedStore({ path, segmentBytes: 1 });
    const caller = await new Caller(store).begin();
    const unlock = lockTables(path);
    const wait = vi.spyOn(Atomics, 'wait').mockReturnValue('timed-out');
    // Each record is a segment; the first two made the limits and the counters.
    for (let call = 0; call < 30; call += 1) await caller.answer([RESULT]);
    expect(wait).not.toHaveBeenCalled();
    for (let call = 0; call < 5; call += 1) await caller.answer([RESULT]);
    const rests = wait.mock.calls.map(([, , , milliseconds]) => milliseconds);
    wait.mockRestore();
    expect(rests.length).toBeGreaterThanOrEqual(3);
    expect(rests).toEqual(rests.map((_, further) => (1 + further) * 0.25));
    unlock();
    expect(await caller.used()).toBe(35);
    await store.close();
  });

  it('refuses calls once 64 segments wait, and goes on when they are in the tables', async () => {
    const path = newFile();
    const store = new EmbeddedStore({ path, segmentBytes: 1 });
    const caller = await new Caller(store).begin();
    const unlock = lockTables(path);
    const call = () => caller.answer([RESULT]);
    let answered = 0;
    await expect(
      (async () => {
        for (; answered < 65; answered += 1) await call();
      })(),
    ).rejects.toThrow('64 journal segments wait');
    unlock();
    await waitUntil('a segment in the tables', () => call().catch(() => undefined));
    expect(await caller.used()).toBe(answered + 1);
    await store.close();
  });

  it('takes over the log of an earlier release', async () => {
    const path = newFile();
    await new EmbeddedStore({ path }).close();
    const db = new DatabaseSync(path);
    db.exec('CREATE TABLE log (sequence INTEGER PRIMARY KEY, entries TEXT NOT NULL) STRICT');
    const none = { included: 0, overage: 0, credits: 0 };
    const entry = (included: number) => [
      'c',
      NOON,
      '2026-11',
      { epoch: 'e', base: none, admitted: { ...none, included }, returned: none },
      { epoch: 'f', base: 1, taken: 2, returned: 0 },
      { version: 3, quota: 9, burst: { q: 5, w: 50 }, mode: 'credits', granted: 7, ceiling: null },
      [['key-1', { tat: NOON * 1000, month: '2026-11', units: included }]],
      [{ day: '2026-11-21', key: 'key-1', calculator: 'tdee', status: '2xx', calls: included, units: included }],
    ];
    const insert = db.prepare('INSERT INTO log VALUES (?, ?)');
    insert.run(1, JSON.stringify([entry(1)]));
    insert.run(2, JSON.stringify([entry(2)]));
    db.close();

    const store = new EmbeddedStore({ path });
    expect(await wholeSnapshot(store, 'c', '2026-11')).toMatchObject({
      counter: { epoch: 'e', admitted: { included: 2 } },
      credits: { base: 1, taken: 2 },
      limits: { version: 3, quota: 9, burst: { q: 5, w: 50 }, mode: 'credits', granted: 7, ceiling: null },
      usage: [{ key: 'key-1', calls: 2, units: 2 }],
    });
    await store.close();
    await new EmbeddedStore({ path }).close();
  });

  it('rereads a month whose usage was evicted from memory', async () => {
    const store = new EmbeddedStore({ path: newFile() });
    const caller = await new Caller(store).begin();
    for (let day = 0; day < 9; day += 1) {
      caller.at = NOON + day * 86_400_000;
      await caller.verdicts([RESULT]);
    }
    caller.at = NOON;
    await caller.verdicts([RESULT]);
    expect((await caller.usage())[0]).toBe('2026-11-21 key-1 tdee 2xx 2/2');
    expect(await caller.used()).toBe(10);
    await store.close();
  });

  it('bounds the memory of clients by bytes, and reads those that left it from the tables', async () => {
    const store = new EmbeddedStore({ path: newFile(), cachedBytes: 20_000, segmentBytes: 10_000 });
    const callers = await Promise.all(times(50, RESULT).map((_, n) => new Caller(store, `client-${n}`).begin()));
    for (const caller of callers) await caller.verdicts([RESULT]);
    for (const caller of callers) expect((await caller.verdicts([RESULT]))[0]?.used).toBe(2);
    for (const caller of callers) expect(await caller.usage()).toEqual(['2026-11-21 key-1 tdee 2xx 2/2']);
    await store.close();
  });

  it('reads the rows of many days at once, whether they are in the tables or not', async () => {
    const path = newFile();
    const first = new EmbeddedStore({ path });
    const caller = await new Caller(first).begin();
    const call = async (by: Caller, day: number) => {
      by.at = NOON + day * 86_400_000;
      await by.verdicts([RESULT]);
    };
    for (let day = 0; day < 9; day += 1) await call(caller, day);
    // All rows reach the tables; then two of the days change again.
    await first.close();
    const store = new EmbeddedStore({ path });
    const later = new Caller(store, caller.client, 'process-2');
    later.watermark = caller.watermark;
    for (const day of [1, 7]) await call(later, day);
    const of = { client: caller.client, month: '2026-11', epoch: caller.watermark?.epoch ?? '' };
    const days = Array.from({ length: 9 }, (_, day) => `2026-11-${21 + day}`);
    const names = days.map((day) => ({ day, key: 'key-1', calculator: 'tdee', status: '2xx' as const }));
    const rows = await store.usage(of, names);
    expect(rows?.map(({ day, calls }) => `${day.slice(-2)} ${calls}`)).toEqual([
      ...['21 1', '22 2', '23 1', '24 1', '25 1', '26 1', '27 1', '28 2', '29 1'],
    ]);
    await store.close();
  });

  it('loads an unknown client as empty', async () => {
    const store = new EmbeddedStore({ path: newFile() });
    expect(await store.counters('nobody', '2026-11')).toBeNull();
    expect(await store.load('nobody', '2026-11', EMPTY_CHECKPOINT)).toMatchObject({
      watermark: { admitted: 0, creditsTaken: 0 },
      restored: null,
    });
    await store.close();
  });
});
