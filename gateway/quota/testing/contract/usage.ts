import { expect, it } from 'vitest';
import type { Item, UsageRow } from '../../contract.ts';
import { BAD_INPUT, NOON, PROBE, RESULT, type Subject, times } from './caller.ts';

const REFUSED: UsageRow = { day: '2026-11-21', key: 'key-1', calculator: 'tdee', status: '429', calls: 2, units: 0 };

export function usageContract(subject: Subject): void {
  it('is counted by day, key, calculator and status class; bad input by key only', async () => {
    const caller = await subject().caller.begin();
    const other = { ...RESULT, key: 'key-2', calculator: 'bmi', charge: 3, cost: 3 };
    await caller.verdicts([RESULT, RESULT, BAD_INPUT, other]);
    caller.at = Date.UTC(2026, 10, 22);
    await caller.verdicts([RESULT]);
    expect(await caller.usage()).toEqual([
      '2026-11-21 key-1  4xx 1/0',
      '2026-11-21 key-1 tdee 2xx 2/2',
      '2026-11-21 key-2 bmi 2xx 1/3',
      '2026-11-22 key-1 tdee 2xx 1/1',
    ]);
  });

  it('does not count a call that it refuses', async () => {
    const caller = await subject().caller.begin({ quota: 0 });
    await caller.verdicts(times(3, RESULT));
    expect(await caller.usage()).toEqual([]);
  });

  it('is shown to a probe, which takes and counts nothing', async () => {
    const caller = await subject().caller.begin({ quota: 3, burst: { q: 2, w: 60 } });
    const shown = async (...items: Item[]) =>
      (await caller.verdicts(items)).map(({ outcome, used, burstLeft }) => [outcome, used, burstLeft]);
    expect(await shown(PROBE, RESULT, PROBE, RESULT, RESULT, PROBE, PROBE)).toEqual([
      ['admitted', 0, 2],
      ['admitted', 1, 1],
      ['admitted', 1, 1],
      ['admitted', 2, 0],
      ['burst', 2, 0],
      ['admitted', 2, 0],
      ['admitted', 2, 0],
    ]);
    expect(await caller.usage()).toEqual(['2026-11-21 key-1 tdee 2xx 2/2']);
    // A probe from a process whose clock is ahead does not advance the time either: the token comes when due.
    caller.at = NOON + 3_600_000;
    expect(await shown(PROBE)).toEqual([['admitted', 2, 2]]);
    caller.at = NOON + 1;
    expect(await shown(RESULT)).toEqual([['burst', 2, 0]]);
  });

  it('tells a probe whether its units are affordable, and takes nothing', async () => {
    const caller = await subject().caller.begin({ quota: 3, burst: { q: 2, w: 60 } });
    const asks = (check: number, cap: number | null = null): Item => ({ ...PROBE, cost: check, cap });
    const outcomes = async (...items: Item[]) => (await caller.verdicts(items)).map(({ outcome }) => outcome);
    expect(await outcomes(asks(3), asks(4), asks(3, 2), asks(0, 2))).toEqual(['admitted', 'month', 'cap', 'admitted']);
    expect(await outcomes(RESULT, asks(2), asks(3), RESULT, asks(1), asks(0))).toEqual([
      'admitted',
      'admitted',
      'month',
      'admitted',
      'burst',
      'admitted',
    ]);
    expect(await caller.usage()).toEqual(['2026-11-21 key-1 tdee 2xx 2/2']);
  });

  // Two gateways at the turn of a month, one clock a second behind: with a cap of 3, one gateway admitted 3 calls and
  // the other any number.
  it("holds the later month's cap for a clock still in the previous month", async () => {
    const caller = await subject().caller.begin({ quota: 100 });
    const capped = { ...RESULT, cap: 3 };
    const outcomes = async () => (await caller.verdicts(times(2, capped))).map(({ outcome }) => outcome);
    await caller.verdicts([RESULT]);
    caller.at = Date.UTC(2026, 11, 1);
    await caller.begin({ quota: 100 });
    expect(await outcomes()).toEqual(['admitted', 'admitted']);
    caller.at = Date.UTC(2026, 11, 1) - 1;
    await caller.begin({ quota: 100 });
    expect(await outcomes()).toEqual(['admitted', 'cap']);
    caller.at = Date.UTC(2026, 11, 1) + 1;
    await caller.begin({ quota: 100 });
    expect(await outcomes()).toEqual(['cap', 'cap']);
  });

  it('adds refused calls that were counted elsewhere', async () => {
    const { store, caller } = subject();
    await caller.begin();
    const rows = [REFUSED, { ...REFUSED, status: '401' as const }, { ...REFUSED, day: '2026-11-20' }];
    expect(await store.tally(caller.client, '2026-11', rows)).toBe('tallied');
    expect(await store.tally(caller.client, '2026-11', [REFUSED])).toBe('tallied');
    expect(await caller.usage()).toEqual([
      '2026-11-20 key-1  429 2/0',
      '2026-11-21 key-1  401 2/0',
      '2026-11-21 key-1  429 4/0',
    ]);
    expect(await caller.used()).toBe(0);
  });

  it('adds nothing without a counter of the month, and creates none', async () => {
    const { store, caller } = subject();
    expect(await store.tally(caller.client, '2026-11', [REFUSED])).toBe('gone');
    expect(await store.counters(caller.client, '2026-11')).toBeNull();
    await caller.begin();
    expect(await caller.usage()).toEqual([]);
  });

  it('keeps clients and months apart', async () => {
    const { store, caller } = subject();
    await caller.begin();
    await caller.verdicts([RESULT]);
    expect(await store.counters('client-2', '2026-11')).toBeNull();
    caller.at = Date.UTC(2026, 11, 1);
    await caller.begin();
    expect(await caller.usage()).toEqual([]);
  });
}
