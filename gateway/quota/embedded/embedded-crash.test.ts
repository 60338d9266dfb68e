import { appendFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { InstallationDamaged } from '../../values/installation-damaged.ts';
import type { CounterStore } from '../contract.ts';
import { encodeRecord, mostBytes } from '../journal/record.ts';
import { segmentPaths } from '../journal/segments.ts';
import { damage } from '../journal/testing/faulty-disk.ts';
import { sequences } from '../testing/contract/actions.ts';
import { Caller, RESULT } from '../testing/contract/caller.ts';
import { Twin } from '../testing/contract/twin.ts';
import { wholeSnapshot } from '../testing/contract/whole-snapshot.ts';
import { MODEL_RULES, ModelStore } from '../testing/simulation/model-store.ts';
import { journalFolder } from './counter-journal.ts';
import { EmbeddedStore } from './embedded.ts';

const folder = temporaryFolder('crash');
let files = 0;

function newFile(): string {
  files += 1;
  return join(folder, `counters-${files}.sqlite`);
}

/** The files as a process finds them that starts after the owner of `path` was killed at this moment. */
function filesAfterCrash(path: string): string {
  const copy = newFile();
  // The tables first: the owner removes a segment only after the tables hold it, and not while this runs.
  const db = new DatabaseSync(path);
  db.prepare('VACUUM INTO ?').run(copy);
  db.close();
  cpSync(journalFolder(path), journalFolder(copy), { recursive: true });
  return copy;
}

/** Names of epochs as the model gives them. */
function numbered(): () => string {
  let epochs = 0;
  return () => {
    epochs += 1;
    return `epoch-${epochs}`;
  };
}

const CLIENTS = ['client-0', 'client-1', 'client-2'];

/** All counters and usage rows, in an order that does not depend on where they are kept. */
async function everything(store: CounterStore): Promise<unknown[]> {
  const snapshots: unknown[] = [];
  for (const client of CLIENTS) {
    for (const month of ['2026-11', '2026-12']) {
      const snapshot = await wholeSnapshot(store, client, month);
      const usage = snapshot?.usage.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) ?? [];
      // Commands die with the process.
      snapshots.push(snapshot && { ...snapshot, usage, commands: null });
    }
  }
  return snapshots;
}

/** A copy of the model after the units of all forwarded calls have returned: their process is dead. */
async function withoutHolds(model: ModelStore): Promise<ModelStore> {
  const copy = new ModelStore(MODEL_RULES, () => Number.POSITIVE_INFINITY);
  copy.restore(model.copy());
  await copy.returnHolds();
  return copy;
}

it('keeps everything that was answered, whenever the process is killed', async () => {
  await fc.assert(
    fc.asyncProperty(sequences, fc.infiniteStream(fc.nat(9)), async (actions, dice) => {
      const path = newFile();
      // Every record or two completes a segment, so kills fall between all steps of bringing some in together.
      const [clock, modelClock] = [{ now: 0 }, { now: 0 }];
      const store = new EmbeddedStore({
        ...{
          path,
          clock: () => clock.now,
          cachedBytes: 3_000,
          segmentBytes: 400,
          segmentsTogether: 3,
          newEpoch: numbered(),
        },
      });
      const model = new ModelStore(MODEL_RULES, () => modelClock.now);
      const [twin, expected] = [new Twin(store, clock, true), new Twin(model, modelClock, true)];
      try {
        for (const action of actions) {
          await twin.act(action);
          await expected.act(action);
          const { value } = dice.next();
          // Lets the thread's answers in, so that clients leave the memory.
          if (value % 2 === 0) await delay(1);
          if (value !== 0) continue;
          const copy = filesAfterCrash(path);
          const [last] = segmentPaths(journalFolder(copy)).slice(-1);
          // A kill during a write leaves part of a record.
          if (last !== undefined) appendFileSync(last, record(1_000_000, '[]').subarray(0, 15));
          const errors: string[] = [];
          const successor = new EmbeddedStore({
            path: copy,
            log: { warn: () => {}, error: (_, message) => errors.push(message) },
          });
          expect(errors).toEqual([]);
          expect(await everything(successor)).toEqual(await everything(await withoutHolds(model)));
          await successor.close();
        }
        expect(await everything(store)).toEqual(await everything(model));
      } finally {
        await store.close();
      }
    }),
    { numRuns: 12 },
  );
}, 60_000);

it.each([
  ['in the same segment', 4_000_000],
  ['already in the tables', 1],
])('removes the usage of a replaced epoch, %s', async (_where, segmentBytes) => {
  const path = newFile();
  const store = new EmbeddedStore({ path, segmentBytes, cachedBytes: 3_000 });
  const caller = await new Caller(store, 'client-0').begin();
  await caller.verdicts([RESULT]);
  if (segmentBytes === 1) await caller.snapshot();
  // SQL holds more units than the counter has: the counter is replaced by one of a new epoch.
  const admitted = { included: 2, overage: 0, credits: 0 };
  const returned = { included: 0, overage: 0, credits: 0 };
  const months = [{ epoch: caller.watermark?.epoch ?? '', admitted, returned }];
  await caller.load({ months, credits: [], families: [] });
  // The client leaves the cache.
  await new Caller(store, 'client-1').begin();
  await new Caller(store, 'client-2').begin();
  const other = { ...RESULT, calculator: 'bmi' };
  await caller.verdicts([other]);
  const rows = [expect.objectContaining({ calculator: 'bmi', calls: 1 })];

  const successor = new EmbeddedStore({ path: filesAfterCrash(path) });
  expect((await wholeSnapshot(successor, 'client-0', '2026-11'))?.usage).toEqual(rows);
  expect((await caller.snapshot()).usage).toEqual(rows);
  await Promise.all([store.close(), successor.close()]);
});

it('refuses a journal with a changed byte, at any place', async () => {
  const path = newFile();
  const store = new EmbeddedStore({ path });
  const callers = await Promise.all(CLIENTS.map((client) => new Caller(store, client).begin()));
  for (const caller of callers) await caller.verdicts([RESULT]);
  const copy = filesAfterCrash(path);
  const [segment = ''] = segmentPaths(journalFolder(copy));
  const whole = readFileSync(segment);
  // Every byte of the last record, and some of all others.
  const last = whole.lastIndexOf('VGJ2');
  const places = whole.keys().filter((at) => at >= last + 20 || at % 61 === 0);
  for (const at of places) {
    damage(segment, at);
    const opening = () => new EmbeddedStore({ path: copy });
    expect(opening, `byte ${at}`).toThrow(InstallationDamaged);
    expect(opening).toThrow(`${segment} is damaged at byte`);
    writeFileSync(segment, whole);
  }
  const successor = new EmbeddedStore({ path: copy });
  expect(await everything(successor)).toEqual(await everything(store));
  await Promise.all([store.close(), successor.close()]);
});

it('refuses a journal that lacks a segment', async () => {
  const path = newFile();
  const store = new EmbeddedStore({ path });
  const caller = await new Caller(store, 'client-0').begin();
  await caller.verdicts([RESULT]);
  const before = filesAfterCrash(path);
  await caller.snapshot();
  await caller.verdicts([RESULT]);
  // Tables of an earlier moment: the segment in between was brought in and removed since.
  cpSync(before, `${before}.older.sqlite`);
  cpSync(journalFolder(path), journalFolder(`${before}.older.sqlite`), { recursive: true });
  expect(() => new EmbeddedStore({ path: `${before}.older.sqlite` })).toThrow(/lacks the journal records/);
  await store.close();
});

it('keeps everything in the journal if a segment was damaged while it ran, and says so', async () => {
  const path = newFile();
  const errors: string[] = [];
  const log = { warn: () => {}, error: (_: object, message: string) => void errors.push(message) };
  const store = new EmbeddedStore({ path, log });
  const caller = await new Caller(store, 'client-0').begin();
  await caller.verdicts([RESULT]);
  const [segment = ''] = segmentPaths(journalFolder(path));
  damage(segment, 30);
  await expect(caller.snapshot()).rejects.toThrow(`${segment} is damaged at byte 0`);
  await store.close();
  expect(errors).toContain('counted calls stay in the journal until the next start');
  damage(segment, 30);
  const successor = new EmbeddedStore({ path });
  expect((await wholeSnapshot(successor, 'client-0', '2026-11'))?.counter.admitted.included).toBe(1);
  await successor.close();
});

function record(number: number, payload: string): Buffer {
  const buffer = Buffer.alloc(mostBytes(payload));
  return buffer.subarray(0, encodeRecord({ number, payload }, buffer, 0));
}
