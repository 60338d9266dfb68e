import { describe, expect, it } from 'vitest';
import type { Decision } from '../../admission/admission.ts';
import type { Item, Limits } from '../../contract.ts';
import { LIMITS, NOON, RESULT } from '../../testing/contract/caller.ts';
import { Allowance } from './allowance.ts';

function ask(limits: Partial<Limits>, item: Partial<Item> = {}) {
  return { client: 'client-1', limits: { ...LIMITS, ...limits }, item: { ...RESULT, ...item }, reserve: false };
}

/** The last decision of the store. */
function seen(used: number, spendable = 0, month = '2026-11'): Decision {
  const split = { included: 1, overage: 0, credits: 0 };
  const verdict = { outcome: 'admitted', split, burstLeft: 1, burstFull: 0, burstRetry: 0, used, spendable } as const;
  return { verdict, limits: LIMITS, at: NOON, month, epoch: 'one', reservation: null, onlyReservations: false };
}

/** Admits calls until the first refusal; returns their number and the refusal. */
function run(allowance: Allowance, limits: Partial<Limits>, item: Partial<Item> = {}, most = 5_000) {
  for (let admitted = 0; admitted < most; admitted += 1) {
    const request = ask(limits, item);
    const granted = allowance.decide(request, '2026-11');
    if (granted.outcome !== 'admitted') return [admitted, granted.outcome, granted.temporary];
    allowance.draw(request.client, request.item);
  }
  return [most];
}

describe('a process that never reached the store', () => {
  it.each([
    [{ quota: 10_000 }, 100],
    [{ quota: 150 }, 2],
    [{ quota: 5_000_000 }, 1_000],
    [{ quota: 10_000, ceiling: 500 }, 5],
    [{ quota: null, ceiling: 700 }, 7],
    [{ quota: 10_000, mode: 'soft' } as const, 100],
  ])('admits a hundredth of %o, at most a thousand', (limits, units) => {
    expect(run(new Allowance(), limits)).toEqual([units, 'month', true]);
  });

  it('admits nothing on a plan without units', () => {
    expect(run(new Allowance(), { quota: 0 })).toEqual([0, 'month', true]);
  });
});

it('does not bound an unlimited plan', () => {
  expect(run(new Allowance(), { quota: null })).toEqual([5_000]);
});

it('admits no more than the last known balance', () => {
  const allowance = new Allowance();
  allowance.remember('client-1', seen(9_997));
  expect(run(allowance, { quota: 10_000 })).toEqual([3, 'month', false]);
});

it('renews the allowance in a new month', () => {
  const allowance = new Allowance();
  allowance.remember('client-1', seen(10_000, 0, '2026-10'));
  expect(run(allowance, { quota: 10_000 })).toEqual([100, 'month', true]);
});

it('spends only the credits that were left', () => {
  const allowance = new Allowance();
  allowance.remember('client-1', seen(999, 2));
  const limits = { quota: 1_000, mode: 'credits' } as const;
  const splits = Array.from({ length: 3 }, () => {
    const request = ask(limits);
    const { split, spendable } = allowance.decide(request, '2026-11');
    allowance.draw(request.client, request.item);
    return [split, spendable];
  });
  expect(splits).toEqual([
    [{ included: 1, overage: 0, credits: 0 }, 2],
    [{ included: 0, overage: 1, credits: 1 }, 1],
    [{ included: 0, overage: 1, credits: 1 }, 0],
  ]);
  expect(run(allowance, limits)).toEqual([0, 'credits', false]);
});

it('charges a call its full cost', () => {
  const allowance = new Allowance();
  allowance.remember('client-1', seen(50));
  const granted = allowance.decide(ask({ quota: 1_000 }, { charge: 3, cost: 3 }), '2026-11');
  expect(granted).toMatchObject({ outcome: 'admitted', used: 53, split: { included: 3 } });
});

it('bounds a family of keys by a hundredth of its cap', () => {
  const allowance = new Allowance();
  const capped = { cap: 300 };
  expect(run(allowance, { quota: 10_000 }, capped, 2)).toEqual([2]);
  expect(run(allowance, { quota: 10_000 }, { ...capped, key: 'key-1b' })).toEqual([1, 'cap', true]);
  expect(run(allowance, { quota: 10_000 }, { ...capped, key: 'key-2', family: 'family-2' })).toEqual([3, 'cap', true]);
});

it('bounds a capped key by a hundredth of its cap', () => {
  expect(run(new Allowance(), { quota: 10_000 }, { cap: 300 })).toEqual([3, 'cap', true]);
});

it('refills as calls are counted', () => {
  const allowance = new Allowance();
  expect(run(allowance, { quota: 1_000 })).toEqual([10, 'month', true]);
  allowance.refill('client-1', RESULT, 4);
  expect(run(allowance, { quota: 1_000 })).toEqual([4, 'month', true]);
  allowance.refill('client-1', RESULT, 10);
  expect(run(allowance, { quota: 1_000 })).toEqual([10, 'month', true]);
});
