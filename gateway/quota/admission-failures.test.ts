import { describe, expect, it } from 'vitest';
import { Bench, unavailable } from './admission.fixture.ts';
import { RESULT } from './contract/caller.ts';

describe('a command that got no answer', () => {
  it('fails all its callers, with the sequence and the instant under which it may have run', async () => {
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

  it('leaves the way free for the next', async () => {
    const bench = new Bench();
    bench.store.mood = 'away';
    await unavailable(bench.ask());
    bench.store.mood = 'well';
    expect(await bench.outcome()).toBe('admitted');
  });
});

describe('calls that were answered without the store', () => {
  const replayOf = (sequence: number, items = [RESULT]) => ({
    client: 'client-1',
    process: 'process-1',
    sequence,
    at: Date.UTC(2026, 10, 21, 12),
    items,
  });

  it('are counted if their command never ran', async () => {
    const bench = new Bench();
    await bench.ask();
    bench.store.mood = 'away';
    const { sent } = await unavailable(bench.ask());
    bench.store.mood = 'well';
    expect(await bench.admission.replay(replayOf(sent?.sequence ?? 0))).toBe('counted');
    expect(await bench.used()).toBe(2);
  });

  it('are not counted again if it did', async () => {
    const bench = new Bench();
    await bench.ask();
    bench.store.mood = 'silent';
    const { sent } = await unavailable(bench.ask());
    bench.store.mood = 'well';
    expect(await bench.admission.replay(replayOf(sent?.sequence ?? 0))).toBe('duplicate');
    expect(await bench.used()).toBe(2);
  });

  it('are counted before any later command of the client, however long the store is away', async () => {
    const bench = new Bench();
    await bench.ask();
    bench.store.mood = 'away';
    const { sent } = await unavailable(bench.ask());
    const replayed = bench.admission.replay(replayOf(sent?.sequence ?? 0));
    const own = bench.admission.replay(replayOf(bench.admission.takeSequence(), [RESULT, RESULT]));
    expect((await unavailable(bench.ask())).sent).toBeNull();
    await bench.second();
    bench.store.mood = 'well';
    const next = bench.ask();
    expect(await Promise.all([replayed, own])).toEqual(['counted', 'counted']);
    expect((await next).verdict.used).toBe(5);
  });

  it('are counted though a give-back was waiting for the command that carried them', async () => {
    const bench = new Bench();
    const { reservation } = await bench.ask({ reserve: true });
    if (reservation === null) throw new Error('nothing was reserved');
    bench.store.mood = 'held';
    const failed = unavailable(bench.ask()).then(({ sent }) => bench.admission.replay(replayOf(sent?.sequence ?? 0)));
    await bench.settled();
    bench.admission.giveBack(reservation, '5xx');
    bench.store.mood = 'away';
    bench.store.drop();
    bench.store.mood = 'well';
    expect(await failed).toBe('counted');
    await bench.settled();
    expect(await bench.used()).toBe(1);
    expect(await bench.usage()).toContain('key-1 tdee returned 1/1');
  });

  it('are tried again by themselves', async () => {
    const bench = new Bench();
    bench.store.mood = 'away';
    const replayed = bench.admission.replay(replayOf(bench.admission.takeSequence()));
    await bench.settled();
    bench.store.mood = 'well';
    await bench.second();
    expect(await replayed).toBe('counted');
    expect(bench.warnings).toEqual(['a give-back or replay failed and is kept']);
  });

  it('count for a client of which the store knows nothing, beyond its limits, in the month they were answered', async () => {
    const bench = new Bench();
    bench.now = Date.UTC(2026, 11, 1);
    const items = Array.from({ length: 150 }, () => RESULT);
    expect(await bench.admission.replay({ ...replayOf(4, items), process: 'dead' })).toBe('counted');
    expect(await bench.used()).toBe(150);
    expect(bench.admission.takeTouched()).toEqual([{ client: 'client-1', month: '2026-11' }]);
  });
});
