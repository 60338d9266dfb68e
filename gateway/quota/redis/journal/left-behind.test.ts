import { expect, it } from 'vitest';
import type { LeasedUse } from '../../admission/lease-journal.ts';
import { reportsOfLeft } from './left-behind.ts';

const ROW = { day: '2026-11-21', key: 'key-1', family: 'family-1', calculator: 'tdee', status: '2xx' } as const;

function use(client: string, number: number, calls: number): LeasedUse {
  return { client, number, month: '2026-11', epoch: 'epoch-1', rows: [{ ...ROW, calls, units: calls }] };
}

it('reports every lease in order, and closes each client with its last one', () => {
  const reports = reportsOfLeft('process-1', [use('client-1', 3, 5), use('client-2', 4, 1), use('client-1', 7, 2)]);
  expect(reports.map(({ client, sequence, lease }) => [client, sequence, lease?.report?.final])).toEqual([
    ['client-1', 1, false],
    ['client-2', 2, true],
    ['client-1', 3, true],
  ]);
  expect(reports[0]).toMatchObject({ process: 'process-1/leases', at: Date.UTC(2026, 10, 21, 12), items: [] });
});

it('passes over a lease whose calls have moved to another one', () => {
  const reports = reportsOfLeft('process-1', [use('client-1', 3, 5), use('client-1', 4, 0)]);
  expect(reports.map(({ lease }) => [lease?.report?.number, lease?.report?.final])).toEqual([[3, true]]);
});
