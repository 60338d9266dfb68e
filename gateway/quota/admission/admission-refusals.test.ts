import { describe, expect, it } from 'vitest';
import type { StatusClass } from '../contract.ts';
import { Bench } from '../testing/admission.fixture.ts';
import { PROBE } from '../testing/contract/caller.ts';
import type { TouchedMonth } from './touched.ts';

describe('refused calls', () => {
  it('are counted within a second; admission counts its own refusals', async () => {
    const bench = new Bench();
    await bench.askMany(3, {}, { quota: 1 });
    bench.admission.recordUncharged('client-1', 'key-1', '403');
    bench.admission.recordUncharged('client-1', 'key-1', '403');
    expect(await bench.usage()).toEqual(['key-1 tdee 2xx 1/1']);
    await bench.second();
    expect(await bench.usage()).toEqual(['key-1  403 2/0', 'key-1  429 2/0', 'key-1 tdee 2xx 1/1']);
  });

  it('are counted by a flush', async () => {
    const bench = new Bench();
    await bench.ask();
    bench.admission.recordUncharged('client-1', 'key-1', '401');
    await bench.admission.flush();
    await bench.admission.flush();
    expect(await bench.usage()).toEqual(['key-1  401 1/0', 'key-1 tdee 2xx 1/1']);
  });

  it('are counted for a client without earlier calls this month', async () => {
    const bench = new Bench();
    bench.admission.recordUncharged('client-1', 'key-1', '403');
    await bench.admission.flush();
    expect(await bench.usage()).toEqual(['key-1  403 1/0']);
    expect([...bench.admission.takeTouched()]).toEqual([touched('client-1', '2026-11-21', '', '403')]);
  });

  it('wait until the store is back', async () => {
    const bench = new Bench();
    const { tally } = bench.store;
    bench.store.tally = async () => {
      throw new Error('away');
    };
    bench.admission.recordUncharged('client-1', 'key-1', '403');
    await bench.admission.flush();
    bench.store.tally = tally;
    bench.admission.recordUncharged('client-1', 'key-1', '403');
    await bench.second();
    expect(await bench.usage()).toEqual(['key-1  403 2/0']);
  });

  it('do not grow without bound while they wait', async () => {
    const bench = new Bench();
    // Uses several clients because each has a bounded number of rows a day.
    const clients = ['client-1', 'client-2', 'client-3'];
    for (let key = 0; key < 3_334; key += 1) {
      for (const client of clients) bench.admission.recordUncharged(client, `key-${key}`, '403');
    }
    await bench.admission.flush();
    const rows = await Promise.all(clients.map(async (client) => (await bench.usage(client)).length));
    expect(rows.reduce((sum, count) => sum + count)).toBe(10_000);
    expect(bench.warnings).toEqual(['refused calls were dropped from the usage: too many rows wait to be counted']);
  });
});

describe('the list of changed months', () => {
  it('names each served client and month once, with its changed rows', async () => {
    const bench = new Bench();
    await bench.askMany(3);
    await bench.ask({ client: 'client-2' });
    bench.now = Date.UTC(2026, 11, 1);
    await bench.ask();
    expect([...bench.admission.takeTouched()]).toEqual([
      touched('client-1', '2026-11-21', 'tdee', '2xx'),
      touched('client-2', '2026-11-21', 'tdee', '2xx'),
      touched('client-1', '2026-12-01', 'tdee', '2xx'),
    ]);
    expect([...bench.admission.takeTouched()]).toEqual([]);
  });

  it('names a client with refused calls only once those are counted', async () => {
    const bench = new Bench();
    await bench.ask({}, { quota: 0 });
    expect([...bench.admission.takeTouched()]).toEqual([]);
    await bench.admission.flush();
    expect([...bench.admission.takeTouched()]).toEqual([touched('client-1', '2026-11-21', '', '429')]);
  });

  it('omits a client that only sent probes', async () => {
    const bench = new Bench();
    await bench.ask({ item: PROBE });
    expect([...bench.admission.takeTouched()]).toEqual([]);
  });

  it('names both rows of a give-back: the returned units and the final status', async () => {
    const bench = new Bench();
    const { reservation } = await bench.ask({ reserve: true });
    if (reservation === null) throw new Error('no reservation');
    bench.admission.takeTouched();
    bench.admission.giveBack(reservation, '5xx');
    await bench.admission.flush();
    const { names } = touched('client-1', '2026-11-21', 'tdee', 'returned', '5xx');
    expect([...bench.admission.takeTouched()]).toEqual([{ client: 'client-1', month: '2026-11', names }]);
  });
});

function touched(client: string, day: string, calculator: string, ...statuses: StatusClass[]): TouchedMonth {
  const names = statuses.map((status) => ({ day, key: 'key-1', calculator, status }));
  return { client, month: day.slice(0, 7), names };
}
