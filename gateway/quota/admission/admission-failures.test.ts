import { describe, expect, it } from 'vitest';
import { Bench, unavailable } from '../testing/admission.fixture.ts';
import { LIMITS, NOON, RESULT, times } from '../testing/contract/caller.ts';
import type { Replay } from './replay.ts';

describe('a command that got no answer', () => {
  it('fails all its callers and names the sequence and instant it was sent with', async () => {
    const bench = new Bench();
    await bench.ask();
    bench.store.mood = 'silent';
    const errors = await Promise.all([unavailable(bench.ask()), unavailable(bench.ask())]);
    expect(errors.map(({ sent }) => sent?.sequence)).toEqual([2, 2]);
    expect(errors.map(({ sent }) => sent?.at)).toEqual([bench.now, bench.now]);
  });

  it('is not sent again', async () => {
    const bench = new Bench();
    await bench.ask();
    bench.store.mood = 'silent';
    await unavailable(bench.ask());
    const { length } = bench.store.commands;
    bench.store.mood = 'well';
    await bench.second();
    expect(bench.store.commands.length).toBe(length);
    expect(await bench.used()).toBe(2);
  });

  it('does not block the next command', async () => {
    const bench = new Bench();
    bench.store.mood = 'away';
    await unavailable(bench.ask());
    bench.store.mood = 'well';
    expect(await bench.outcome()).toBe('admitted');
  });
});

describe('calls that were answered without the store', () => {
  const answered = (count: number): Replay => ({
    client: 'client-1',
    process: 'journal-1',
    sequence: 1,
    at: NOON,
    limits: 1,
    items: times(count, RESULT),
  });

  it('are counted once, however often they are sent', async () => {
    const bench = new Bench();
    await bench.ask();
    bench.store.mood = 'silent';
    await expect(bench.admission.count(answered(2))).rejects.toThrow('timed out');
    bench.store.mood = 'well';
    expect(await bench.admission.count(answered(2))).toBe('duplicate');
    expect(await bench.used()).toBe(3);
  });

  it('can be counted later when the store is away', async () => {
    const bench = new Bench();
    await bench.ask();
    bench.store.mood = 'away';
    await expect(bench.admission.count(answered(2))).rejects.toThrow('timed out');
    bench.store.mood = 'well';
    expect(await bench.admission.count(answered(2))).toBe('counted');
    expect(await bench.used()).toBe(3);
  });

  it('count for a client unknown to the store, beyond its limits, in the month of the answer', async () => {
    const bench = new Bench();
    bench.now = Date.UTC(2026, 11, 1);
    expect(await bench.admission.count(answered(150))).toBe('counted');
    expect(await bench.used()).toBe(150);
    const names = [{ day: '2026-11-21', key: 'key-1', calculator: 'tdee', status: '2xx' }];
    expect([...bench.admission.takeTouched()]).toEqual([{ client: 'client-1', month: '2026-11', names }]);
  });

  it('are never priced by limits older than those that answered them', async () => {
    const bench = new Bench();
    bench.limits = { ...LIMITS, version: 2, quota: 5 };
    await bench.ask({}, { quota: 1 });
    await bench.admission.count({ ...answered(3), limits: 2 });
    expect((await bench.store.counters('client-1', '2026-11'))?.counter.admitted).toEqual({
      included: 4,
      overage: 0,
      credits: 0,
    });
  });

  it('do not delay later calls of the client', async () => {
    const bench = new Bench();
    await bench.ask();
    bench.store.mood = 'held';
    const counted = bench.admission.count(answered(1));
    await bench.settled();
    bench.store.mood = 'well';
    expect(await bench.outcome()).toBe('admitted');
    bench.store.release();
    expect(await counted).toBe('counted');
    expect(await bench.used()).toBe(3);
  });
});
