import { expect, it } from 'vitest';
import type { Watermark } from '../contract.ts';
import { Watermarks } from './watermarks.ts';

const mark = (admitted: number, epoch = 'epoch-1'): Watermark => ({
  ...{ epoch, base: 0, admitted },
  ...{ creditsEpoch: 'credits-1', creditsBase: 0, creditsTaken: 0 },
});
const saved = (month: string, included: number, epoch = 'epoch-1') => ({
  ...{ client: 'client-1', month },
  counter: { epoch, admitted: { included, overage: 0, credits: 0 } },
  credits: { epoch: 'credits-1', taken: 0 },
});

it('a load that read an older checkpoint does not lower a watermark', () => {
  const watermarks = new Watermarks();
  watermarks.set('client-1', '2026-11', mark(3));
  watermarks.raise(saved('2026-11', 24));
  expect(watermarks.set('client-1', '2026-11', mark(3)).admitted).toBe(24);
  expect(watermarks.set('client-1', '2026-11', mark(0, 'epoch-2')).admitted).toBe(0);
});

it('two months of a client have a watermark, and a replaced counter has none', () => {
  const watermarks = new Watermarks();
  watermarks.set('client-1', '2026-11', mark(3));
  watermarks.set('client-1', '2026-12', mark(1));
  watermarks.raise(saved('2026-11', 24));
  watermarks.raise(saved('2026-12', 2));
  const known = () => ['2026-11', '2026-12'].map((month) => watermarks.get('client-1', month)?.admitted);
  expect(known()).toEqual([24, 2]);
  watermarks.raise(saved('2026-12', 5, 'epoch-2'));
  expect(known()).toEqual([24, undefined]);
});

it('a third month takes the place of the earliest', () => {
  const watermarks = new Watermarks();
  for (const [month, admitted] of [
    ['2026-12', 1],
    ['2026-11', 3],
    ['2027-01', 5],
  ] as const) {
    watermarks.set('client-1', month, mark(admitted));
  }
  const known = () => ['2026-11', '2026-12', '2027-01'].map((month) => watermarks.get('client-1', month)?.admitted);
  expect(known()).toEqual([undefined, 1, 5]);
  watermarks.forget('client-1', '2026-11');
  expect(known()).toEqual([undefined, 1, 5]);
  watermarks.forget('client-1', '2027-01');
  expect(known()).toEqual([undefined, 1, undefined]);
  watermarks.forget('client-1', '2026-12');
  expect(known()).toEqual([undefined, undefined, undefined]);
});
