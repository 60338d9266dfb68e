import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdmitAnswer, Item } from '../contract.ts';
import { BAD_INPUT, Caller, EMPTY_CHECKPOINT, NOON, RESULT, times } from '../testing/contract/caller.ts';
import { wholeSnapshot } from '../testing/contract/whole-snapshot.ts';
import { counterStoreContract } from '../testing/contract.suite.ts';
import { EmbeddedStore } from './embedded.ts';
import { openCounterFile } from './embedded-schema.ts';

let folder: string;
let files = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'counters-'));
});
afterAll(() => rm(folder, { recursive: true }));

function newFile(): string {
  files += 1;
  return join(folder, `counters-${files}.sqlite`);
}

counterStoreContract('embedded', async () => new EmbeddedStore({ path: newFile() }));
// Caching one client makes nearly every command read its rows from the file.
counterStoreContract('embedded, forgetful', async () => new EmbeddedStore({ path: newFile(), cachedClients: 1 }));

describe('the counter file', () => {
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

  it('is written before the answer', async () => {
    const path = newFile();
    const store = new EmbeddedStore({ path });
    const caller = await new Caller(store).begin();
    const reader = new DatabaseSync(path, { readOnly: true });
    const read = reader.prepare('SELECT entries FROM log ORDER BY sequence DESC LIMIT 1');
    let seen: unknown;
    store.admit([caller.command(times(7, RESULT))], () => {
      seen = read.get()?.entries;
    });
    expect(seen).toContain('"admitted":{"included":7,');
    reader.close();
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
    const path = newFile();
    const store = new EmbeddedStore({ path });
    const caller = await new Caller(store).begin({ quota: 2 });
    await caller.verdicts([RESULT]);
    const locker = new DatabaseSync(path);
    locker.exec('BEGIN IMMEDIATE');
    await expect(caller.answer([RESULT])).rejects.toThrow('database is locked');
    await expect(caller.giveBack()).rejects.toThrow('database is locked');
    locker.exec('ROLLBACK');
    locker.close();
    expect(await caller.used()).toBe(1);
    expect(await caller.outcomes([RESULT, RESULT])).toEqual(['admitted', 'month']);
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

  it('is synced at every commit', () => {
    const db = openCounterFile(newFile());
    expect(db.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
    expect(db.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
    db.close();
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

  it('loads an unknown client as empty', async () => {
    const store = new EmbeddedStore({ path: newFile() });
    expect(await store.counters('nobody', '2026-11')).toBeNull();
    expect(await store.load('nobody', '2026-11', EMPTY_CHECKPOINT)).toMatchObject({ admitted: 0, creditsTaken: 0 });
    await store.close();
  });
});
