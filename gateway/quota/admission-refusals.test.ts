import { describe, expect, it } from 'vitest';
import { Bench } from './admission.fixture.ts';

describe('refused calls', () => {
  it('are counted within a second, those of the quota by themselves', async () => {
    const bench = new Bench();
    await bench.askMany(3, {}, { quota: 1 });
    bench.admission.refused('client-1', 'key-1', 'tdee', '403');
    bench.admission.refused('client-1', 'key-1', 'tdee', '403');
    expect(await bench.usage()).toEqual(['key-1 tdee 2xx 1/1']);
    await bench.second();
    expect(await bench.usage()).toEqual(['key-1 tdee 2xx 1/1', 'key-1 tdee 403 2/0', 'key-1 tdee 429 2/0']);
  });

  it('are counted by a flush', async () => {
    const bench = new Bench();
    await bench.ask();
    bench.admission.refused('client-1', 'key-1', 'bmi', '401');
    await bench.admission.flush();
    await bench.admission.flush();
    expect(await bench.usage()).toEqual(['key-1 bmi 401 1/0', 'key-1 tdee 2xx 1/1']);
  });

  it('are counted for a client that never called before this month', async () => {
    const bench = new Bench();
    bench.admission.refused('client-1', 'key-1', 'bmi', '403');
    await bench.admission.flush();
    expect(await bench.usage()).toEqual(['key-1 bmi 403 1/0']);
    expect(bench.admission.takeTouched()).toEqual([{ client: 'client-1', month: '2026-11' }]);
  });

  it('wait for a store that is away', async () => {
    const bench = new Bench();
    const { tally } = bench.store;
    bench.store.tally = async () => {
      throw new Error('away');
    };
    bench.admission.refused('client-1', 'key-1', 'bmi', '403');
    await bench.admission.flush();
    bench.store.tally = tally;
    bench.admission.refused('client-1', 'key-1', 'bmi', '403');
    await bench.second();
    expect(await bench.usage()).toEqual(['key-1 bmi 403 2/0']);
  });

  it('do not grow without bound while they wait', async () => {
    const bench = new Bench();
    for (let key = 0; key < 10_002; key += 1) bench.admission.refused('client-1', `key-${key}`, 'bmi', '403');
    await bench.admission.flush();
    expect((await bench.usage()).length).toBe(10_000);
    expect(bench.warnings).toEqual(['refused calls found no room to be counted']);
  });
});

describe('what is to be folded', () => {
  it('is each client and month that was served, once', async () => {
    const bench = new Bench();
    await bench.askMany(3);
    await bench.ask({ client: 'client-2' });
    bench.now = Date.UTC(2026, 11, 1);
    await bench.ask();
    expect(bench.admission.takeTouched()).toEqual([
      { client: 'client-1', month: '2026-11' },
      { client: 'client-2', month: '2026-11' },
      { client: 'client-1', month: '2026-12' },
    ]);
    expect(bench.admission.takeTouched()).toEqual([]);
  });

  it('is not a client whose calls were all refused, until its refusals are counted', async () => {
    const bench = new Bench();
    await bench.ask({}, { quota: 0 });
    expect(bench.admission.takeTouched()).toEqual([]);
    await bench.admission.flush();
    expect(bench.admission.takeTouched()).toEqual([{ client: 'client-1', month: '2026-11' }]);
  });
});
