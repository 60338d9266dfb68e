import { expect, it } from 'vitest';
import type { UsageRow } from '../contract.ts';
import { BAD_INPUT, RESULT, type Subject, times } from './caller.ts';

const REFUSED: UsageRow = { day: '2026-11-21', key: 'key-1', calculator: 'tdee', status: '429', calls: 2, units: 0 };

export function usageContract(subject: Subject): void {
  it('is counted by day, key, calculator and status class', async () => {
    const caller = await subject().caller.begin();
    const other = { ...RESULT, key: 'key-2', calculator: 'bmi', charge: 3, check: 3 };
    await caller.verdicts([RESULT, RESULT, BAD_INPUT, other]);
    caller.at = Date.UTC(2026, 10, 22);
    await caller.verdicts([RESULT]);
    expect(await caller.usage()).toEqual([
      '2026-11-21 key-1 tdee 2xx 2/2',
      '2026-11-21 key-1 tdee 4xx 1/0',
      '2026-11-21 key-2 bmi 2xx 1/3',
      '2026-11-22 key-1 tdee 2xx 1/1',
    ]);
  });

  it('does not count a refused call by itself', async () => {
    const caller = await subject().caller.begin({ quota: 0 });
    await caller.verdicts(times(3, RESULT));
    expect(await caller.usage()).toEqual([]);
  });

  it('adds refused calls that were counted elsewhere', async () => {
    const { store, caller } = subject();
    await caller.begin();
    const rows = [REFUSED, { ...REFUSED, status: '401' as const }, { ...REFUSED, day: '2026-11-20' }];
    expect(await store.tally(caller.client, '2026-11', rows)).toBe('tallied');
    expect(await store.tally(caller.client, '2026-11', [REFUSED])).toBe('tallied');
    expect(await caller.usage()).toEqual([
      '2026-11-20 key-1 tdee 429 2/0',
      '2026-11-21 key-1 tdee 401 2/0',
      '2026-11-21 key-1 tdee 429 4/0',
    ]);
    expect(await caller.used()).toBe(0);
  });

  it('adds nothing where there is no counter of the month, and makes none', async () => {
    const { store, caller } = subject();
    expect(await store.tally(caller.client, '2026-11', [REFUSED])).toBe('gone');
    expect(await store.snapshot(caller.client, '2026-11')).toBeNull();
    await caller.begin();
    expect(await caller.usage()).toEqual([]);
  });

  it('keeps clients and months apart', async () => {
    const { store, caller } = subject();
    await caller.begin();
    await caller.verdicts([RESULT]);
    expect(await store.snapshot('client-2', '2026-11')).toBeNull();
    caller.at = Date.UTC(2026, 11, 1);
    await caller.begin();
    expect(await caller.usage()).toEqual([]);
  });
}
