import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import type { LeasedUse } from '../../admission/lease-journal.ts';
import { readLeft, reportsOfLeft } from './left-behind.ts';
import { ProcessJournal } from './process-journal.ts';

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

it('lets other work go on while it reads a long journal', async () => {
  const folder = join(temporaryFolder('left-behind'), 'process-1.leases');
  const journal = new ProcessJournal({ folder, durability: 'process', syncFailed: () => {} });
  for (let calls = 1; calls <= 1_000; calls += 1) journal.append([use(`client-${calls % 100}`, 1, calls)], () => {});
  // A millisecond passes whenever the clock is read: a slice has two records.
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => ++now);
  const turns = new Set<number>();
  let reading = true;
  const turn = () => {
    turns.add(now);
    if (reading) setImmediate(turn);
  };
  setImmediate(turn);
  const { owed } = await readLeft('process-1', folder, () => expect.unreachable()).finally(() => clock.mockRestore());
  reading = false;
  expect(owed.size).toBe(100);
  expect(turns.size).toBeGreaterThan(300);
  await journal.close();
});
