import { expect, it } from 'vitest';
import type { LeasedUse } from '../../admission/lease-journal.ts';
import type { LeasedRow } from '../../contract.ts';
import { readRecord, recordOf } from './facts.ts';

const ROW: LeasedRow = {
  ...{ day: '2026-11-28', key: 'key-1', family: 'family-1', calculator: 'bmi', status: '2xx' },
  ...{ calls: 7, units: 14 },
};
const USE: LeasedUse = { client: 'client-1', number: 3, month: '2026-11', epoch: 'epoch-1', rows: [ROW] };

it('writes uses of leases as arrays, and other facts with their names', () => {
  expect(recordOf([USE, { kind: 'resolved', client: 'client-1' }])).toBe(
    '[["client-1",3,"2026-11","epoch-1",[["2026-11-28","key-1","family-1","bmi","2xx",7,14]]],' +
      '{"kind":"resolved","client":"client-1"}]',
  );
  expect(recordOf([])).toBe('[]');
});

it.each<[string, Partial<LeasedUse>]>([
  ['numbers', { rows: [{ ...ROW, calls: 8, units: 1_234_567 }] }],
  ['the month', { month: '2026-12' }],
  ['the epoch', { epoch: 'epoch-2' }],
  ['the day', { rows: [{ ...ROW, day: '2026-11-29' }] }],
  ['the key', { rows: [{ ...ROW, key: 'key"2' }] }],
  ['the family', { rows: [{ ...ROW, family: 'family-2' }] }],
  ['the calculator', { rows: [{ ...ROW, calculator: 'tdee' }] }],
  ['the status', { rows: [{ ...ROW, status: '4xx' }] }],
  ['the number of rows', { rows: [ROW, { ...ROW, key: 'key-2' }] }],
  ['the version of the limits', { limits: 5 }],
])('reads back each use of a lease, after one that differs in %s', (_what, changed) => {
  const written = { use: null, text: '' };
  for (const use of [USE, { ...USE, ...changed }, USE, USE]) {
    expect(readRecord(recordOf([{ ...use, written }]))).toEqual([use]);
  }
});
