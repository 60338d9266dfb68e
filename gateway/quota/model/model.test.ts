import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Admit, Item, Limits, Verdict, Watermark } from '../contract.ts';
import { EMPTY_CHECKPOINT, LIMITS, NOON, RESULT } from '../testing/contract/caller.ts';
import { leaseContract } from '../testing/contract/leases.ts';
import { counterStoreContract } from '../testing/contract.suite.ts';
import { MODEL_RULES, ModelStore } from '../testing/simulation/model-store.ts';
import { load } from './load.ts';
import { decide } from './model.ts';
import { writeLimits } from './records.ts';
import { apply, type ClientState, copyClient, emptyClient, usageOf } from './state.ts';

counterStoreContract('the model', async (clock) => new ModelStore(MODEL_RULES, clock));
leaseContract('the model', async () => {
  const clock = { now: NOON };
  return { clock, store: new ModelStore(MODEL_RULES, () => clock.now) };
});

const items: fc.Arbitrary<Item[]> = fc.array(
  fc
    .record({
      cost: fc.integer({ min: 1, max: 4 }),
      charged: fc.boolean(),
      key: fc.constantFrom('key-1', 'key-2'),
      cap: fc.constantFrom(null, 6),
    })
    .map(({ cost, charged, key, cap }) => ({ ...RESULT, key, cap, cost, charge: charged ? cost : 0 })),
  { maxLength: 30 },
);

const limits: fc.Arbitrary<Limits> = fc
  .record({
    quota: fc.constantFrom(null, 0, 5, 20),
    burst: fc.constantFrom(null, { q: 8, w: 4 }),
    mode: fc.constantFrom('block', 'credits', 'soft'),
    granted: fc.integer({ min: 0, max: 9 }),
    ceiling: fc.constantFrom(null, 25),
  })
  .map((changes) => ({ ...LIMITS, ...changes }));

describe('the model', () => {
  it('answers a batch as if its items had come one by one', () => {
    fc.assert(
      fc.property(limits, items, (plan, asked) => {
        const together = client(plan);
        const apart = client(plan);
        const inOne = run(together, asked, 1);
        const oneByOne = asked.flatMap((item, index) => run(apart, [item], index + 1));
        expect(inOne).toEqual(oneByOne);
        expect(counters(together)).toEqual(counters(apart));
      }),
    );
  });

  it('changes nothing for a refused item', () => {
    fc.assert(
      fc.property(limits, items, (plan, asked) => {
        const all = client(plan);
        const admittedOnly = client(plan);
        const verdicts = run(all, asked, 1);
        run(
          admittedOnly,
          asked.filter((_item, index) => verdicts[index]?.outcome === 'admitted'),
          1,
        );
        expect(counters(all)).toEqual(counters(admittedOnly));
      }),
    );
  });

  it('never lets a client exceed its quota, credits or ceiling', () => {
    fc.assert(
      fc.property(limits, items, (plan, asked) => {
        const { included, overage, credits } = admittedOf(plan, asked);
        expect(included).toBeLessThanOrEqual(plan.quota ?? Number.POSITIVE_INFINITY);
        expect(included + overage).toBeLessThanOrEqual(plan.ceiling ?? Number.POSITIVE_INFINITY);
        expect(credits).toBeLessThanOrEqual(plan.granted);
        expect(credits).toBe(plan.mode === 'credits' ? overage : 0);
        if (plan.mode === 'block') expect(overage).toBe(0);
      }),
    );
  });

  it('counts exactly the admitted calls and units in the usage', () => {
    fc.assert(
      fc.property(limits, items, (plan, asked) => {
        const subject = client(plan);
        const verdicts = run(subject, asked, 1);
        const usage = usageOf(subject.state, '2026-11');
        const units = verdicts.reduce((sum, { split }) => sum + split.included + split.overage, 0);
        expect(usage.reduce((sum, row) => sum + row.calls, 0)).toBe(
          verdicts.filter(({ outcome }) => outcome === 'admitted').length,
        );
        expect(usage.reduce((sum, row) => sum + row.units, 0)).toBe(units);
      }),
    );
  });

  it('does not change the state when it decides', () => {
    fc.assert(
      fc.property(limits, items, (plan, asked) => {
        const subject = client(plan);
        const before = copyClient(subject.state);
        decide(subject.state, command(subject.watermark, asked, 1));
        expect(subject.state).toEqual(before);
      }),
    );
  });

  it('applies changes idempotently', () => {
    fc.assert(
      fc.property(limits, items, (plan, asked) => {
        const subject = client(plan);
        const { changes } = decide(subject.state, command(subject.watermark, asked, 1));
        const once = copyClient(apply(subject.state, changes));
        expect(apply(subject.state, changes)).toEqual(once);
      }),
    );
  });
});

interface Subject {
  readonly state: ClientState;
  readonly watermark: Watermark;
}

function client(plan: Limits): Subject {
  const state = emptyClient();
  apply(state, writeLimits(state, plan));
  const loaded = load(state, '2026-11', EMPTY_CHECKPOINT, () => 'epoch');
  apply(state, loaded.changes);
  return { state, watermark: loaded.watermark };
}

function command(watermark: Watermark, asked: readonly Item[], sequence: number): Admit {
  const [client, process, at, forced] = ['client-1', 'process-1', NOON, false] as const;
  return { client, process, sequence, at, limits: 1, watermark, forced, items: asked };
}

function run({ state, watermark }: Subject, asked: readonly Item[], sequence: number): readonly Verdict[] {
  const { answer, changes } = decide(state, command(watermark, asked, sequence));
  apply(state, changes);
  if (answer.kind !== 'decided') throw new Error(answer.kind);
  return answer.verdicts;
}

function counters({ state }: Subject): unknown {
  return { ...state, sequences: null, commands: null };
}

function admittedOf(plan: Limits, asked: readonly Item[]) {
  const subject = client(plan);
  run(subject, asked, 1);
  const counter = subject.state.months.get('2026-11');
  if (counter === undefined) throw new Error('no counter');
  return counter.admitted;
}
