import { expect, it } from 'vitest';
import { NOON, RESULT } from '../../testing/contract/caller.ts';
import { Doubt } from './doubt.ts';

const HELD = { ...RESULT, hold: 120_000 };
const SPLIT = { included: 1, overage: 0, credits: 0 };
const LATER = NOON + 500;

function doubtOf(...items: (typeof RESULT | typeof HELD)[]): Doubt {
  const sender = { client: 'client-1', process: 'p', sequence: 3, at: NOON, limits: 2 };
  return new Doubt({ ...sender, watermark: null, forced: false, items });
}

const ran = (...splits: (typeof SPLIT | null)[]) => ({ month: '2026-11', epoch: 'epoch-1', splits });

it('counts the answered calls of a command that did not run, under its own name', () => {
  const doubt = doubtOf(RESULT, RESULT, HELD);
  doubt.answer(0);
  doubt.answer(2);
  const command = { client: 'client-1', process: 'p/3', sequence: 1, at: NOON, limits: 2, items: [RESULT, RESULT] };
  expect(doubt.resolve(null, LATER)).toEqual([{ kind: 'count', command }]);
});

it('returns what a command took for calls that were not answered, each under a name of its own', () => {
  const doubt = doubtOf(RESULT, HELD, RESULT);
  const of = { client: 'client-1', month: '2026-11', epoch: 'epoch-1', day: '2026-11-21', split: SPLIT };
  const call = { key: RESULT.key, family: RESULT.family, calculator: RESULT.calculator };
  // The third call was refused: nothing was taken for it.
  expect(doubt.resolve(ran(SPLIT, SPLIT, null), LATER)).toEqual([
    { kind: 'return', command: { ...of, ...call, process: 'p/3/0', sequence: 1, at: LATER, status: '429' } },
    {
      kind: 'return',
      command: { ...of, ...call, process: 'p/3/1', sequence: 1, at: LATER, status: '429', hold: 'p/3/1' },
    },
  ]);
});

it('keeps the hold of an answered call, counts one that the store refused, and nothing else', () => {
  const doubt = doubtOf(HELD, RESULT, RESULT);
  for (const index of [0, 1, 2]) doubt.answer(index);
  expect(doubt.resolve(ran(SPLIT, SPLIT, null), LATER)).toMatchObject([
    { kind: 'keep', command: { hold: 'p/3/0', split: SPLIT } },
    { kind: 'count', command: { process: 'p/3', items: [RESULT] } },
  ]);
});

it('takes all calls as counted if the outcome cannot be learned', () => {
  const doubt = doubtOf(RESULT, HELD);
  doubt.answer(0);
  doubt.open.add(1);
  expect([doubt.resolve('counted', LATER), doubt.ended(1, LATER, '2xx')]).toEqual([[], null]);
});

it('says what follows for an open call when it ends, once', () => {
  const doubt = doubtOf(HELD, HELD, HELD);
  for (const index of [0, 1, 2]) doubt.open.add(index);
  expect(doubt.resolve(ran(SPLIT, SPLIT, null), LATER)).toEqual([]);
  expect(doubt.ended(0, LATER, '2xx')).toMatchObject({ kind: 'keep', command: { hold: 'p/3/0' } });
  expect(doubt.ended(0, LATER, '2xx')).toBeNull();
  expect(doubt.ended(1, LATER, '5xx')).toMatchObject({ kind: 'return', command: { hold: 'p/3/1', status: '5xx' } });
  expect(doubt.ended(2, LATER, '2xx')).toMatchObject({ kind: 'count', command: { process: 'p/3/2', items: [RESULT] } });
});
