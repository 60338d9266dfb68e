import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { waitUntil } from '../../../../test/support/wait-until.ts';
import type { Loss } from '../../admission/admission.ts';
import { ask, NOON, RESULT } from '../../testing/contract/caller.ts';
import { wholeSnapshot } from '../../testing/contract/whole-snapshot.ts';
import { GatewayProcess, Truth } from '../../testing/outage/gateway-process.fixture.ts';
import { OutageBench } from '../../testing/outage/outage-bench.fixture.ts';
import { CheckpointTable } from '../../testing/simulation/checkpoint-table.ts';
import { readLeft } from '../journal/left-behind.ts';

const UNLIMITED = { quota: null };

let bench: OutageBench;
beforeEach(() => {
  bench = new OutageBench();
});
afterEach(() => bench.gateway.kill());

it('leaves nothing in the journal when all is counted, and returns units taken for refused calls', async () => {
  await bench.start();
  await bench.calls(1);
  bench.store.mood = 'silent';
  expect(await bench.calls(3)).toEqual(['admitted', 'month', 'month']);
  expect(bench.journals()).toEqual(['process-1.leases', 'process-1.lock']);
  await bench.recovered();
  const folder = join(bench.dataDir, 'journals', 'process-1.leases');
  const left = () => readLeft('process-1', folder, () => expect.unreachable());
  // A segment may go while it is read.
  await waitUntil('an empty journal', () =>
    left().then(
      ({ empty }) => empty || undefined,
      () => undefined,
    ),
  );
  // Three units were taken without an answer: one for an answered call, two that are returned.
  await waitUntil('the balance', async () => ((await bench.used()) === 2 ? true : undefined));
});

it('prices calls by the limits that answered them', async () => {
  await bench.start({ limits: { quota: 100, mode: 'soft' } });
  await bench.calls(1);
  bench.store.mood = 'away';
  bench.gateway.limits = { ...bench.gateway.limits, version: 2, quota: 1_000_000 };
  await bench.calls(150);
  await bench.recovered();
  expect((await bench.store.model.counters('client-1', '2026-11'))?.counter.admitted).toEqual({
    included: 151,
    overage: 0,
    credits: 0,
  });
});

it('counts a call in the month of its answer', async () => {
  let now = Date.UTC(2026, 10, 30, 23, 59, 59, 999);
  await bench.start({ limits: UNLIMITED, clock: () => now });
  bench.store.mood = 'away';
  await bench.calls(2);
  now += 1;
  await bench.calls(3);
  await bench.recovered();
  expect([await bench.used(), await bench.used('client-1', '2026-12')]).toEqual([2, 3]);
});

it('delays only the calls of a client with corrupt records', async () => {
  await bench.start({ limits: UNLIMITED });
  bench.store.mood = 'away';
  await Promise.all(['client-1', 'client-2', 'client-1'].map((client) => bench.gateway.call(client, 1)));
  expect(bench.figures).toMatchObject({ away: true, openings: 1, uncounted: 3, counted: 0 });
  bench.store.broken.add('client-1');
  bench.store.mood = 'well';
  await waitUntil('the other', async () => ((await bench.used('client-2')) === 1 ? true : undefined));
  expect(bench.figures).toMatchObject({ away: false, uncounted: 2 });
  expect(bench.gateway.guarded.state()).toBe('degraded');
  bench.store.broken.clear();
  await bench.recovered();
  expect(await bench.used()).toBe(2);
  expect(bench.figures).toMatchObject({ uncounted: 0, counted: 3 });
});

it('counts calls once if their command is in a checkpoint and the store has lost everything', async () => {
  const table = new CheckpointTable();
  const empty = bench.store.model.copy();
  await bench.start({ limits: UNLIMITED, loadCheckpoint: async () => table.read('client-1', '2026-11') });
  await bench.calls(1);
  bench.store.mood = 'silent';
  await bench.calls(3);
  // These are in no command.
  await bench.calls(2);
  // Another process checkpoints the four calls that ran.
  const snapshot = await wholeSnapshot(bench.store.model, 'client-1', '2026-11');
  if (snapshot !== null) table.save(snapshot);
  bench.store.model.restore(empty);
  await bench.recovered();
  expect(await bench.used()).toBe(6);
});

it('notices a loss after a recovery by the checkpoint that the recovery has loaded', async () => {
  const table = new CheckpointTable();
  const losses: Loss[] = [];
  await bench.start({
    limits: UNLIMITED,
    loadCheckpoint: async () => table.read('client-1', '2026-11'),
    lost: (loss) => losses.push(loss),
  });
  await bench.calls(1);
  const fellBehind = bench.store.model.copy();
  // Another process counts four units and checkpoints five.
  const other = { process: 'process-2', sequence: 1, watermark: null, at: NOON, limits: 1, forced: true };
  const load = await bench.store.model.load('client-1', '2026-11', table.read('client-1', '2026-11'));
  const items = Array.from({ length: 4 }, () => RESULT);
  await ask(bench.store.model, { ...other, client: 'client-1', watermark: load.watermark, items });
  const snapshot = await wholeSnapshot(bench.store.model, 'client-1', '2026-11');
  if (snapshot !== null) table.save(snapshot);

  bench.store.mood = 'away';
  await bench.calls(1);
  await bench.recovered();
  expect([await bench.used(), losses]).toEqual([6, []]);
  bench.store.model.restore(fellBehind);
  await bench.calls(1);
  expect([await bench.used(), losses]).toEqual([
    6,
    [{ client: 'client-1', month: '2026-11', restored: 4, lost: null }],
  ]);
});

it('reports a loss that only the recovery notices', async () => {
  const table = new CheckpointTable();
  const losses: Loss[] = [];
  const empty = bench.store.model.copy();
  await bench.start({
    limits: UNLIMITED,
    loadCheckpoint: async () => table.read('client-1', '2026-11'),
    lost: (loss) => losses.push(loss),
  });
  await bench.calls(3);
  const snapshot = await wholeSnapshot(bench.store.model, 'client-1', '2026-11');
  if (snapshot !== null) table.save(snapshot);
  bench.store.mood = 'away';
  await bench.calls(1);
  bench.store.model.restore(empty);
  await bench.recovered();
  expect([await bench.used(), losses]).toEqual([
    4,
    [{ client: 'client-1', month: '2026-11', restored: 3, lost: null }],
  ]);
});

describe('calls left by a dead process', () => {
  it('are counted by a running process', async () => {
    const { dataDir, store } = bench;
    const truth = new Truth();
    await bench.start({ limits: UNLIMITED, truth });
    const other = await new GatewayProcess({ name: 'process-2', dataDir, store, truth, limits: UNLIMITED }).start();
    await bench.calls(1);
    store.mood = 'silent';
    await bench.calls(2);
    await bench.gateway.kill();
    store.mood = 'well';
    // Two calls ran without an answer. Both were answered to their callers, so they are neither counted again nor
    // returned.
    await waitUntil('the end of the journals', () => (bench.journals().join() === 'process-2.lock' ? true : undefined));
    expect(await bench.used()).toBe(3);
    await other.kill();
  });

  it('are not counted when the store has forgotten whether they were', async () => {
    let now = NOON;
    await bench.start({ limits: UNLIMITED, clock: () => now });
    await bench.calls(1);
    bench.store.mood = 'silent';
    await bench.calls(1);
    await bench.calls(1);
    await bench.gateway.kill();
    expect(await bench.used()).toBe(2);

    now += 23 * 3_600_000 + 1;
    const forgetful = bench.store.model.copy();
    for (const { state, answers } of forgetful.values()) {
      state.sequences.clear();
      answers.clear();
    }
    bench.store.model.restore(forgetful);
    bench.store.mood = 'well';
    await bench.start({ name: 'process-2', limits: UNLIMITED, clock: () => now });
    await bench.recovered();
    // The second call was in the command that ran without an answer, the third in none.
    expect(await bench.used()).toBe(3);
  });
});
