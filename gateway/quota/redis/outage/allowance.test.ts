import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import type { Decision } from '../../admission/admission.ts';
import type { Item, Limits } from '../../contract.ts';
import { LIMITS, NOON, RESULT } from '../../testing/contract/caller.ts';
import { Allowance } from './allowance.ts';
import { AllowanceBook } from './allowance-book.ts';

function ask(limits: Partial<Limits>, item: Partial<Item> = {}) {
  return { client: 'client-1', limits: { ...LIMITS, ...limits }, item: { ...RESULT, ...item }, reserve: false };
}

/** The last decision of the store. */
function seen(used: number, spendable = 0, month = '2026-11', limits: Partial<Limits> = {}): Decision {
  const split = { included: 1, overage: 0, credits: 0 };
  const verdict = { outcome: 'admitted', split, burstLeft: 1, burstFull: 0, burstRetry: 0, used, spendable } as const;
  return {
    verdict,
    limits: { ...LIMITS, ...limits },
    at: NOON,
    month,
    epoch: 'one',
    reservation: null,
    onlyReservations: false,
  };
}

/** Admits calls until the first refusal; returns their number and the refusal. */
function run(allowance: Allowance, limits: Partial<Limits>, item: Partial<Item> = {}, most = 60_000) {
  for (let admitted = 0; admitted < most; admitted += 1) {
    const request = ask(limits, item);
    const granted = allowance.decide(request, '2026-11');
    if (granted.outcome !== 'admitted') return [admitted, granted.outcome, granted.temporary];
    allowance.use(request, '2026-11');
  }
  return [most];
}

let path: string;
let books: AllowanceBook[];
beforeEach(() => {
  path = join(temporaryFolder('allowance'), 'allowance.sqlite');
  books = [];
});
afterEach(() => {
  for (const book of books) book.close();
});

/** The allowance of a process on this machine. */
function processOf(name = 'process-1'): Allowance {
  const book = new AllowanceBook(path);
  books.push(book);
  return new Allowance(book, name);
}

describe('a process that never reached the store', () => {
  it.each([
    [{ quota: 10_000 }, 100],
    [{ quota: 150 }, 2],
    [{ quota: 5_000_000 }, 50_000],
    [{ quota: 10_000, ceiling: 500 }, 5],
    [{ quota: null, ceiling: 700 }, 7],
    [{ quota: 10_000, mode: 'soft' } as const, 100],
    [{ quota: 10_000, outagePercent: 25 }, 2_500],
    [{ quota: 10_000, outagePercent: 0 }, 0],
  ])('admits a hundredth, or the part that the plan sets, of %o', (limits, units) => {
    expect(run(processOf(), limits)).toEqual([units, 'month', true]);
  });

  it('admits nothing on a plan without units', () => {
    expect(run(processOf(), { quota: 0 })).toEqual([0, 'month', true]);
  });
});

it('does not bound an unlimited plan', () => {
  expect(run(processOf(), { quota: null }, {}, 5_000)).toEqual([5_000]);
});

describe('several processes', () => {
  const limits = { quota: 10_000 };

  it('admit one allowance together, and each finds a part of it', () => {
    const processes = ['process-1', 'process-2', 'process-3'].map(processOf);
    const admitted = processes.map((one) => run(one, limits, {}, 10));
    expect(admitted).toEqual([[10], [10], [10]]);
    const left = processes.map((one) => run(one, limits)[0]);
    expect(left.reduce<number>((sum, count) => sum + Number(count), 0)).toBe(70);
  });

  it('do not renew the allowance by a restart', () => {
    run(processOf('process-1'), limits, {}, 60);
    expect(Number(run(processOf('process-2'), limits)[0])).toBeLessThanOrEqual(40);
    expect(run(processOf('process-3'), limits)).toEqual([0, 'month', true]);
  });

  it('renew it when the calls of one of them are counted', () => {
    const [counted, other] = [processOf('process-1'), processOf('process-2')];
    run(counted, limits, {}, 60);
    run(other, limits);
    counted.counted();
    new AllowanceBook(path).release('process-1');
    const before = Number(run(counted, limits)[0]);
    expect(before).toBeGreaterThanOrEqual(60);
    expect(before).toBeLessThanOrEqual(100);
  });
});

it('admits no more than the last known balance', () => {
  const allowance = processOf();
  allowance.remember('client-1', seen(9_997));
  expect(run(allowance, { quota: 10_000 })).toEqual([3, 'month', true]);
});

it('refuses until the month ends only what the store has refused so', () => {
  const allowance = processOf();
  const known = seen(10_000);
  allowance.remember('client-1', { ...known, verdict: { ...known.verdict, outcome: 'month' } });
  expect(run(allowance, { quota: 10_000 })).toEqual([0, 'month', false]);
  allowance.remember('client-1', { ...known, verdict: { ...known.verdict, outcome: 'month' }, onlyReservations: true });
  expect(run(allowance, { quota: 10_000 })).toEqual([0, 'month', true]);
});

it('honours a better plan and credits that were bought meanwhile', () => {
  const allowance = processOf();
  const used = seen(1_000, 0, '2026-11', { quota: 1_000, mode: 'credits', granted: 50 });
  allowance.remember('client-1', { ...used, verdict: { ...used.verdict, outcome: 'credits' } });
  const limits = { quota: 1_000, mode: 'credits', granted: 50 } as const;
  expect(run(allowance, limits)).toEqual([0, 'credits', false]);
  // A hundredth of a thousand units and 200 credits.
  expect(run(allowance, { ...limits, version: 2, granted: 250 })).toEqual([12, 'month', true]);
  expect(run(allowance, { ...limits, version: 3, quota: 2_000 })).toEqual([8, 'month', true]);
});

it('renews the allowance in a new month', () => {
  const allowance = processOf();
  allowance.remember('client-1', seen(10_000, 0, '2026-10'));
  expect(run(allowance, { quota: 10_000 })).toEqual([100, 'month', true]);
});

it('spends only the credits that were left', () => {
  const allowance = processOf();
  allowance.remember('client-1', seen(999, 2));
  const limits = { quota: 1_000, mode: 'credits' } as const;
  const splits = Array.from({ length: 3 }, () => {
    const request = ask(limits);
    const { split, spendable } = allowance.decide(request, '2026-11');
    allowance.use(request, '2026-11');
    return [split, spendable];
  });
  expect(splits).toEqual([
    [{ included: 1, overage: 0, credits: 0 }, 2],
    [{ included: 0, overage: 1, credits: 1 }, 1],
    [{ included: 0, overage: 1, credits: 1 }, 0],
  ]);
  expect(run(allowance, limits)).toEqual([0, 'credits', true]);
});

it('charges a call its full cost', () => {
  const allowance = processOf();
  allowance.remember('client-1', seen(50));
  const granted = allowance.decide(ask({ quota: 1_000 }, { charge: 3, cost: 3 }), '2026-11');
  expect(granted).toMatchObject({ outcome: 'admitted', used: 53, split: { included: 3 } });
});

it('bounds a family of keys by a hundredth of its cap', () => {
  const allowance = processOf();
  const capped = { cap: 300 };
  expect(run(allowance, { quota: 10_000 }, capped, 2)).toEqual([2]);
  expect(run(allowance, { quota: 10_000 }, { ...capped, key: 'key-1b' })).toEqual([1, 'cap', true]);
  expect(run(allowance, { quota: 10_000 }, { ...capped, key: 'key-2', family: 'family-2' })).toEqual([3, 'cap', true]);
});

it('returns the units of a forwarded call that is not charged', () => {
  const allowance = processOf();
  expect(run(allowance, { quota: 1_000 })).toEqual([10, 'month', true]);
  allowance.use(ask({ quota: 1_000 }), '2026-11', -1);
  expect(run(allowance, { quota: 1_000 })).toEqual([1, 'month', true]);
});
