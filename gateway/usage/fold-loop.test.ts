import { expect, it } from 'vitest';
import type { Snapshot } from '../quota/contract.ts';
import { startFoldLoop } from './fold-loop.ts';

const split = { included: 0, overage: 0, credits: 0 };
const snapshot = (client: string, month: string): Snapshot => ({
  client,
  month,
  counter: { epoch: 'e', base: split, admitted: split, returned: split },
  credits: { epoch: 'c', base: 0, taken: 0, returned: 0 },
  limits: null,
  usage: [],
});

function loop(left: { client: string; month: string }[], clients: string[] = []) {
  const saved: string[] = [];
  const errors: unknown[] = [];
  let touched = clients.map((client) => ({ client, month: '2026-11' }));
  const state = { away: false };
  const folding = startFoldLoop({
    left,
    store: { snapshot: async (client, month) => (client === 'gone' ? null : snapshot(client, month)) },
    takeTouched: () => touched.splice(0),
    flush: async () => undefined,
    async save(snapshots) {
      if (state.away) throw new Error('away');
      for (const { client, month } of snapshots) saved.push(`${month} ${client}`);
    },
    onError: (error) => errors.push(error),
    everyMs: 3_600_000,
  });
  return { folding, saved, errors, state, touch: (client: string) => (touched = [{ client, month: '2026-11' }]) };
}

it('folds what was touched, and what a process before it has left', async () => {
  const { folding, saved } = loop([{ client: 'a', month: '2026-10' }], ['b', 'gone']);
  expect(await folding.foldNow()).toBe(true);
  expect(saved).toEqual(['2026-10 a', '2026-11 b']);
  await folding.stop();
  expect(saved).toHaveLength(2);
});

it('keeps what could not be written and tries it again', async () => {
  const { folding, saved, errors, state, touch } = loop([], ['a']);
  state.away = true;
  expect(await folding.foldNow()).toBe(false);
  expect(errors).toHaveLength(1);
  state.away = false;
  touch('b');
  expect(await folding.foldNow()).toBe(true);
  expect(saved.toSorted()).toEqual(['2026-11 a', '2026-11 b']);
  await folding.stop();
});

it('writes more clients than fit into one transaction', async () => {
  const clients = Array.from({ length: 120 }, (_, at) => `c${at}`);
  const { folding, saved } = loop([], clients);
  await folding.stop();
  expect(saved).toHaveLength(120);
});
