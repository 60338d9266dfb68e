// A finance user exports the usage of the year 9999. After December 9999 the export counted months that are no valid
// dates (`+010000`, the year 10) and never ended: four such calls blocked exports for every tenant of the process.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRecords } from '../../../gateway/records/records.ts';
import { startTestGateway, type TestGateway } from '../../support/in-process-gateway.ts';

const NOW = Date.UTC(2026, 10, 21, 12);

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({}, () => NOW);
  const records = await openRecords({ dataDir: gateway.dataDir });
  const row = { client_id: gateway.first.clientId, key_id: 'k', calculator: 'bmi', status: '2xx', epoch: 'e' } as const;
  const days = ['2024-10-01', '2024-10-31', '2025-02-28', '2026-11-20'];
  await records.db
    .insertInto('usage_fold')
    .values(days.map((day) => ({ ...row, day, calls: 1, units: 1 })))
    .execute();
  await records.close();
});
afterAll(() => gateway.stop());

const ask = (path: string) =>
  fetch(`${gateway.baseUrl}/platform/v1/${path}`, {
    headers: { 'X-API-Key': gateway.key },
    signal: AbortSignal.timeout(3_000),
  });

describe('a range of days', () => {
  it.each(['usage.csv', 'usage/history'])('of %s must lie within the supported years', async (route) => {
    for (const [query, field] of [
      ['since=9999-01-01&until=9999-12-31', 'since'],
      ['since=0001-01-01&until=2026-11-21', 'since'],
      ['since=1999-12-31&until=2026-11-21', 'since'],
      ['since=2026-01-01&until=2100-01-01', 'until'],
      ['since=2026-02-29&until=2026-03-01', 'since'],
      ['since=2026-11-02&until=2026-11-01', 'until'],
    ]) {
      const answer = await ask(`${route}?${query}`);
      expect(answer.status, query).toBe(400);
      const { errors } = Object(await answer.json());
      expect(
        errors.map((error: { field: string }) => error.field),
        query,
      ).toContain(field);
    }
  });

  it('of a hundred years is exported at once, with the days that have usage', async () => {
    const text = await (await ask('usage.csv?since=2000-01-01&until=2099-12-31')).text();
    const days = text.split('\r\n').map((line) => line.slice(0, 10));
    expect(days).toEqual(['day,calls,', '2024-10-01', '2024-10-31', '2025-02-28', '2026-11-20', '']);
  });

  it('begins with the oldest day that is kept: 25 whole months before this one', async () => {
    const asked = await (await ask('usage/history?since=2000-01-01&until=2099-12-31')).json();
    expect(asked).toMatchObject({ since: '2024-10-01', until: '2099-12-31' });
  });
});

it('a month or an instant outside the supported years is refused', async () => {
  for (const month of ['0000-01', '1999-12', '2100-01', '9999-12']) {
    expect((await ask(`statements/${month}`)).status, month).toBe(404);
    expect((await ask(`statements/${month}/csv`)).status, month).toBe(404);
    expect((await ask(`usage?month=${month}`)).status, month).toBe(400);
  }
  for (const query of ['from=0001-01-01T00:00:00Z', 'to=9999-12-31T23:59:59-01:00', 'from=%2B275760-09-13T00:00:00Z']) {
    expect((await ask(`audit?${query}`)).status, query).toBe(400);
  }
});
