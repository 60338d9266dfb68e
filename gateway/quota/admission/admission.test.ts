import { describe, expect, it } from 'vitest';
import { Bench, unavailable } from '../testing/admission.fixture.ts';
import { EMPTY_CHECKPOINT, LIMITS, NOON, RESULT, times } from '../testing/contract/caller.ts';
import { wholeSnapshot } from '../testing/contract/whole-snapshot.ts';

describe('calls queued in one turn of the event loop', () => {
  it('are sent as one command per client', async () => {
    const bench = new Bench();
    await bench.ask();
    await bench.ask({ client: 'client-2' });
    bench.store.calls.length = 0;
    await Promise.all([bench.askMany(3), bench.askMany(2, { client: 'client-2' })]);
    expect(bench.store.calls[0]?.map(({ client, items }) => [client, items.length])).toEqual([
      ['client-1', 3],
      ['client-2', 2],
    ]);
  });

  it('are answered in arrival order', async () => {
    const bench = new Bench();
    const outcomes = (await bench.askMany(4, {}, { quota: 2 })).map(({ verdict }) => verdict.outcome);
    expect(outcomes).toEqual(['admitted', 'admitted', 'month', 'month']);
  });

  it('are sent in commands of at most 256', async () => {
    const bench = new Bench();
    await bench.askMany(600, {}, { quota: 1_000 });
    const sizes = bench.store.commands.map(({ items }) => items.length);
    expect(sizes.slice(-3)).toEqual([256, 256, 88]);
    expect(await bench.used()).toBe(600);
  });

  it('wait while a command of their client is in flight', async () => {
    const bench = new Bench();
    await bench.ask();
    bench.store.mood = 'held';
    const first = bench.ask();
    await bench.settled();
    const rest = bench.askMany(3);
    await bench.settled();
    expect(bench.store.commands.at(-1)?.items.length).toBe(1);
    bench.store.release();
    await Promise.all([first, rest]);
    expect(bench.store.commands.at(-1)?.items.length).toBe(3);
  });

  it('wait until limits and counters of a new client are in the store', async () => {
    const bench = new Bench();
    const { verdict } = await bench.ask();
    expect(verdict.outcome).toBe('admitted');
    expect(bench.store.commands).toHaveLength(1);
  });

  it('are sent under growing sequences', async () => {
    const bench = new Bench();
    await bench.ask();
    await bench.ask({ client: 'client-2' });
    await bench.ask();
    expect(bench.store.commands.map(({ client, sequence }) => `${client} ${sequence}`)).toEqual([
      'client-1 1',
      'client-2 2',
      'client-1 3',
    ]);
  });

  it('are dropped without an answer when their caller has left', async () => {
    const bench = new Bench();
    let answered = false;
    bench.admission.admit(
      { client: 'client-1', limits: LIMITS, item: RESULT, reserve: false, abandoned: () => true },
      () => {
        answered = true;
      },
    );
    await bench.ask();
    expect(answered).toBe(false);
    expect(await bench.used()).toBe(1);
  });

  it('do not wait behind abandoned calls', async () => {
    const bench = new Bench();
    const left = { client: 'client-1', limits: LIMITS, item: RESULT, reserve: false, abandoned: () => true };
    for (let count = 0; count < 300; count += 1) bench.admission.admit(left, () => {});
    expect(await bench.outcome()).toBe('admitted');
  });

  it('are answered even if another caller throws on its answer', async () => {
    const bench = new Bench();
    bench.admission.admit({ client: 'client-1', limits: LIMITS, item: RESULT, reserve: false }, () => {
      throw new Error('the response is gone');
    });
    expect(await bench.outcome()).toBe('admitted');
    expect(await bench.outcome()).toBe('admitted');
    expect(bench.warnings).toEqual(['a caller failed on its decision']);
  });
});

describe('a decision', () => {
  it('carries its instant, its month and the limits that decided', async () => {
    const bench = new Bench();
    bench.now += 0.75;
    const { at, month, limits } = await bench.ask({}, { version: 3 });
    expect({ at, month, limits }).toEqual({
      at: Date.UTC(2026, 10, 21, 12),
      month: '2026-11',
      limits: { ...LIMITS, version: 3 },
    });
  });

  it('uses the newest limits among the callers', async () => {
    const bench = new Bench();
    const [older, newer] = await Promise.all([
      bench.ask({}, { version: 1, quota: 1 }),
      bench.ask({}, { version: 2, quota: 2 }),
    ]);
    expect([older, newer].map(({ verdict, limits }) => [verdict.outcome, limits.version])).toEqual([
      ['admitted', 2],
      ['admitted', 2],
    ]);
  });
});

describe('unknown counters', () => {
  it('are loaded once per client and month', async () => {
    const bench = new Bench();
    await bench.askMany(3);
    await bench.ask();
    expect(bench.checkpoints).toEqual(['client-1 2026-11']);
    bench.now = Date.UTC(2026, 11, 1);
    await bench.ask();
    expect(bench.checkpoints).toEqual(['client-1 2026-11', 'client-1 2026-12']);
  });

  it('of many clients are loaded in one turn, and then the commands are sent together', async () => {
    const bench = new Bench();
    const clients = ['client-1', 'client-2', 'client-3'];
    const decisions = await Promise.all(clients.map((client) => bench.ask({ client })));
    expect(decisions.map(({ verdict }) => verdict.outcome)).toEqual(['admitted', 'admitted', 'admitted']);
    expect(bench.store.calls.map((commands) => commands.map(({ client }) => client))).toEqual([clients]);
  });

  it('are loaded again when the store lost checkpointed units', async () => {
    const bench = new Bench();
    await bench.ask();
    const behind = bench.store.copy();
    await bench.askMany(4);
    const snapshot = await wholeSnapshot(bench.store, 'client-1', '2026-11');
    if (snapshot === null) throw new Error('no counters');
    bench.admission.checkpointed(snapshot);
    bench.store.restore(behind);
    const { epoch } = snapshot.counter;
    const admitted = { included: 5, overage: 0, credits: 0 };
    bench.checkpoint = async () => ({
      months: [{ epoch, admitted, returned: { included: 0, overage: 0, credits: 0 } }],
      credits: [],
      families: [],
    });
    await bench.ask();
    expect(await bench.used()).toBe(6);
    // The second reading finds what may have been saved during the first one.
    expect(bench.checkpoints.length).toBe(3);
  });

  it('are loaded with what was saved while an older checkpoint was read', async () => {
    const bench = new Bench();
    const empty = bench.store.copy();
    await bench.askMany(3);
    const snapshot = await wholeSnapshot(bench.store, 'client-1', '2026-11');
    if (snapshot === null) throw new Error('no counters');
    const saved = { ...EMPTY_CHECKPOINT, months: [snapshot.counter], commands: new Map([['process-1', 1]]) };
    bench.store.restore(empty);
    const read = [EMPTY_CHECKPOINT, saved];
    bench.checkpoint = async () => read.shift() ?? saved;
    await bench.ask();
    expect(await bench.used()).toBe(4);
    expect(bench.losses).toEqual([{ client: 'client-1', month: '2026-11', restored: 3, lost: null }]);
  });

  it('fail the call when SQL is away', async () => {
    const bench = new Bench();
    bench.checkpoint = async () => {
      throw new Error('SQL is away');
    };
    const error = await unavailable(bench.ask());
    expect(error).toMatchObject({ client: 'client-1', sent: null, cause: new Error('SQL is away') });
    bench.checkpoint = async () => ({ months: [], credits: [], families: [] });
    expect(await bench.outcome()).toBe('admitted');
  });

  it('have lost nothing when answers to a call and to a replay come together', async () => {
    const journal = { keep: () => {}, append: () => {}, settled: () => {} };
    const recalls = { live: false, listen: () => {} };
    const bench = new Bench({ leases: { journal, recalls, wall: () => NOON, monotonic: () => 0 } });
    await bench.ask();
    bench.store.mood = 'held';
    const replay = { client: 'client-1', process: 'journal-1', sequence: 1, at: NOON, limits: 1 };
    const counted = bench.admission.count({ ...replay, items: times(10, RESULT) });
    const asked = bench.ask();
    await bench.settled();
    bench.store.release();
    await Promise.all([counted, asked]);
    expect(await bench.used()).toBe(12);
    expect(bench.losses).toEqual([]);
  });

  it('tell how much the store has lost', async () => {
    const bench = new Bench();
    const unit = { included: 1, overage: 0, credits: 0 };
    const months = [{ epoch: 'lost', admitted: { included: 7, overage: 3, credits: 0 }, returned: unit }];
    bench.checkpoint = async () => ({ months, credits: [], families: [] });
    expect(await bench.outcome()).toBe('admitted');
    expect(bench.losses).toEqual([{ client: 'client-1', month: '2026-11', restored: 9, lost: null }]);
    expect(await bench.outcome()).toBe('admitted');
    expect(bench.losses).toHaveLength(1);
  });

  it('fail the call when the store keeps answering unknown', async () => {
    const bench = new Bench();
    bench.store.load = async () => ({
      watermark: {
        ...{ epoch: 'other', base: 0, admitted: 0 },
        ...{ creditsEpoch: 'other', creditsBase: 0, creditsTaken: 0 },
      },
      restored: null,
    });
    expect((await unavailable(bench.ask())).cause).toEqual(new Error('the store keeps answering unknown'));
    expect(bench.checkpoints.length).toBeLessThan(10);
  });
});
