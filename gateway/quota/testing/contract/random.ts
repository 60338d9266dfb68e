import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CounterStore } from '../../contract.ts';
import { MODEL_RULES, ModelStore } from '../simulation/model-store.ts';
import { type Action, leasedSequences, sequences } from './actions.ts';
import { NOON } from './caller.ts';
import { type StoreClock, Twin } from './twin.ts';

const RUNS = 100;

/** Any interleaving of commands gets the model's answers and leaves the model's counters. */
export function randomContract(makeStore: () => Promise<CounterStore>): void {
  it('get the same answers as from the model', async () => {
    await fc.assert(
      fc.asyncProperty(sequences, async (sequence) => {
        const store = await makeStore();
        try {
          expect(await observe(store, sequence)).toEqual(await observe(new ModelStore(), sequence));
        } finally {
          await store.close();
        }
      }),
      { numRuns: RUNS },
    );
  }, 60_000);
}

/** The same with leases. `makeStore` takes the clock of the store. */
export function randomLeasesContract(makeStore: (clock: () => number) => Promise<CounterStore>, runs = RUNS): void {
  it('get the same answers and leases as from the model', async () => {
    await fc.assert(
      fc.asyncProperty(leasedSequences, async (sequence) => {
        const [clock, modelClock] = [{ now: NOON }, { now: NOON }];
        const store = await makeStore(() => clock.now);
        try {
          const model = new ModelStore(MODEL_RULES, () => modelClock.now);
          expect(await observe(store, sequence, clock)).toEqual(await observe(model, sequence, modelClock));
        } finally {
          await store.close();
        }
      }),
      { numRuns: runs },
    );
  }, 60_000);
}

async function observe(store: CounterStore, sequence: readonly Action[], clock?: StoreClock): Promise<unknown[]> {
  const twin = new Twin(store, clock);
  const seen: unknown[] = [];
  for (const action of sequence) seen.push(await twin.act(action));
  seen.push(await twin.everything());
  return seen;
}
