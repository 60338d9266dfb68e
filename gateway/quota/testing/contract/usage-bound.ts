import { expect, it } from 'vitest';
import type { StatusClass, UsageRow } from '../../contract.ts';
import { DETAILED_ROWS, MOST_ROWS } from '../../model/usage-names.ts';
import { type Caller, RESULT, type Subject } from './caller.ts';

const DAY = '2026-11-21';

/** Bounds the usage rows of a client with many keys, or many calculators per key. */
export function usageBoundContract(subject: Subject): void {
  it('has a row per key and calculator up to a bound a day, then per key, then for all others', async () => {
    const { store, caller } = subject();
    await caller.begin();
    await fill(caller, 0, DETAILED_ROWS - 1);
    await caller.verdicts([item('a', 'bmi'), item('a', 'tdee'), item('b', 'bmi'), item('b', 'tdee'), item('a', 'bmi')]);
    expect(await rowsOf(caller, 'a', 'b')).toEqual(['a * 2xx 1/1', 'a bmi 2xx 2/2', 'b * 2xx 2/2']);

    await fill(caller, DETAILED_ROWS + 2, MOST_ROWS - 1);
    await caller.verdicts([item('c', 'bmi'), item('d', 'bmi'), item('d', 'tdee'), item('c', 'tdee'), item('b', 'x')]);
    await store.tally(caller.client, '2026-11', [row('e', '429'), row('f', '429')]);
    expect(await rowsOf(caller, '*', 'a', 'b', 'c', 'd', 'e', 'f')).toEqual([
      '*  429 2/0',
      '* * 2xx 2/2',
      'a * 2xx 1/1',
      'a bmi 2xx 2/2',
      'b * 2xx 3/3',
      'c * 2xx 2/2',
    ]);
    // The bound, plus one row per status.
    expect(await caller.usage()).toHaveLength(MOST_ROWS + 2);
    expect(await caller.used()).toBe(10);
  });

  it('creates rows in the order of admission, and none for a refused call', async () => {
    const caller = await subject().caller.begin({ quota: 1 });
    await fill(caller, 0, DETAILED_ROWS - 1);
    const dear = { ...item('a', 'bmi'), charge: 2, cost: 2 };
    expect(await caller.outcomes([dear, item('b', 'bmi'), { ...item('a', 'bmi'), charge: 0, cost: 0 }])).toEqual([
      'month',
      'admitted',
      'admitted',
    ]);
    expect(await rowsOf(caller, 'a', 'b')).toEqual(['a * 2xx 1/0', 'b bmi 2xx 1/1']);
  });

  it('takes a call back in the rows that still fit', async () => {
    const caller = await subject().caller.begin();
    await caller.verdicts([RESULT]);
    await fill(caller, 1, DETAILED_ROWS);
    expect(await caller.giveBack()).toBe('returned');
    const key = RESULT.key;
    expect(await rowsOf(caller, key)).toEqual([`${key} * 5xx 1/0`, `${key} * returned 1/1`, `${key} tdee 2xx 1/1`]);
  });

  it('has room again the next day', async () => {
    const caller = await subject().caller.begin();
    await fill(caller, 0, DETAILED_ROWS);
    caller.at += 86_400_000;
    await caller.verdicts([item('a', 'bmi')]);
    expect(await rowsOf(caller, 'a')).toEqual(['a bmi 2xx 1/1']);
  });

  it('is read by the names of calls, whichever row counts them', async () => {
    const { store, caller } = subject();
    await caller.begin();
    await fill(caller, 0, DETAILED_ROWS - 1);
    await caller.verdicts([item('a', 'bmi'), item('a', 'tdee')]);
    await fill(caller, DETAILED_ROWS + 1, MOST_ROWS);
    await caller.verdicts([item('b', 'bmi')]);
    const { client, month, watermark } = caller;
    const name = (key: string, calculator: string) => ({ day: DAY, key, calculator, status: '2xx' as const });
    const names = [name('a', 'bmi'), name('a', 'tdee'), name('b', 'bmi')];
    const read = await store.usage({ client, month, epoch: watermark?.epoch ?? '' }, names);
    expect(read?.map(shown)).toEqual(['a bmi 2xx 1/1', 'a * 2xx 1/1', '* * 2xx 1/1']);
    expect(await store.usage({ client, month, epoch: 'other' }, names)).toBeNull();
    expect(await store.usagePage({ client, month, epoch: 'other' }, null)).toBeNull();
  });
}

/** Counts a refused call for each of a range of keys, which creates a row each. */
async function fill(caller: Caller, from: number, to: number): Promise<void> {
  const rows = Array.from({ length: to - from }, (_, at) => row(`key-${from + at}`, '403'));
  expect(await caller.store.tally(caller.client, '2026-11', rows)).toBe('tallied');
}

function row(key: string, status: StatusClass): UsageRow {
  return { day: DAY, key, calculator: '', status, calls: 1, units: 0 };
}

function item(key: string, calculator: string) {
  return { ...RESULT, key, calculator };
}

async function rowsOf(caller: Caller, ...keys: string[]): Promise<string[]> {
  const { usage } = await caller.snapshot();
  return usage
    .filter(({ key, status }) => keys.includes(key) && status !== '403')
    .map(shown)
    .toSorted();
}

function shown({ key, calculator, status, calls, units }: UsageRow): string {
  return `${key} ${calculator} ${status} ${calls}/${units}`;
}
