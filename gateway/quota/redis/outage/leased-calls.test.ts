import { afterEach, beforeEach, expect, it } from 'vitest';
import { wholeSnapshot } from '../../testing/contract/whole-snapshot.ts';
import { OutageBench } from '../../testing/outage/outage-bench.fixture.ts';
import { CheckpointTable } from '../../testing/simulation/checkpoint-table.ts';

let bench: OutageBench;
let table: CheckpointTable;
beforeEach(() => {
  bench = new OutageBench();
  table = new CheckpointTable();
});
afterEach(() => bench.gateway.kill());

async function checkpoint(): Promise<void> {
  const snapshot = await wholeSnapshot(bench.store.model, 'client-1', '2026-11');
  if (snapshot !== null) table.save(snapshot);
}

/**
 * Answers 40 calls by a command, which has a checkpoint, and 20 by a lease, whose report gets no answer.
 *
 * @returns restores the store to what it held at first: nothing
 */
async function reportInDoubt(mood: 'away' | 'silent'): Promise<() => void> {
  const { model } = bench.store;
  const empty = model.copy();
  await bench.start({
    ...{ limits: { quota: null }, leases: true },
    loadCheckpoint: async () => table.read('client-1', '2026-11'),
  });
  await bench.calls(40);
  await checkpoint();
  bench.store.mood = mood;
  expect(await bench.calls(20)).toEqual(Array.from({ length: 20 }, () => 'admitted'));
  expect(bench.figures).toMatchObject({ away: false, fallback: { admitted: 0 } });
  await bench.gateway.guarded.admission.closeLeases();
  expect(await bench.used()).toBe(mood === 'away' ? 40 : 60);
  return () => model.restore(empty);
}

/** Ends the outage and reports all leases. Returns the units that the store then shows. */
async function usedAfterwards(): Promise<number> {
  await bench.recovered();
  await bench.gateway.guarded.admission.closeLeases();
  return bench.used();
}

it('counts leased calls whose report did not run, if the store has lost everything', async () => {
  const loseAll = await reportInDoubt('away');
  loseAll();
  expect(await usedAfterwards()).toBe(60);
});

it('counts leased calls whose report ran after the last checkpoint, if the store has lost everything', async () => {
  const loseAll = await reportInDoubt('silent');
  loseAll();
  expect(await usedAfterwards()).toBe(60);
});

it('counts leased calls once if a checkpoint has their report and the store has lost everything', async () => {
  const loseAll = await reportInDoubt('silent');
  await checkpoint();
  loseAll();
  expect(await usedAfterwards()).toBe(60);
});

it.each(['away', 'silent'] as const)('counts leased calls once if nothing is lost: %s', async (mood) => {
  await reportInDoubt(mood);
  expect(await usedAfterwards()).toBe(60);
});
