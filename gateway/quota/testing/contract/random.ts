import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { MakeStore } from '../contract.suite.ts';
import { MODEL_RULES, ModelStore } from '../simulation/model-store.ts';
import { type Action, leasedSequences, sequences } from './actions.ts';
import { TURN_OF_MONTH, Twin } from './twin.ts';

const RUNS = 100;

/** Any interleaving of commands gets the model's answers and leaves the model's counters. */
export function randomContract(makeStore: MakeStore): void {
  it('get the same answers as from the model', async () => {
    await fc.assert(
      fc.asyncProperty(sequences, async (sequence) => {
        const [clock, modelClock] = [{ now: 0 }, { now: 0 }];
        const store = await makeStore(() => clock.now);
        try {
          const model = new ModelStore(MODEL_RULES, () => modelClock.now);
          expect(await observe(new Twin(store, clock, true), sequence)).toEqual(
            await observe(new Twin(model, modelClock, true), sequence),
          );
        } finally {
          await store.close();
        }
      }),
      { numRuns: RUNS },
    );
  }, 180_000);
}

/** The same with leases. */
export function randomLeasesContract(makeStore: MakeStore, runs = RUNS): void {
  it('get the same answers and leases as from the model', async () => {
    await fc.assert(
      fc.asyncProperty(leasedSequences, async (sequence) => {
        const now = TURN_OF_MONTH - 12 * 3_600_000;
        const [clock, modelClock] = [{ now }, { now }];
        const store = await makeStore(() => clock.now);
        try {
          const model = new ModelStore(MODEL_RULES, () => modelClock.now);
          expect(await observe(new Twin(store, clock), sequence)).toEqual(
            await observe(new Twin(model, modelClock), sequence),
          );
        } finally {
          await store.close();
        }
      }),
      { numRuns: runs },
    );
  }, 180_000);
}

async function observe(twin: Twin, sequence: readonly Action[]): Promise<unknown[]> {
  const seen: unknown[] = [];
  for (const action of sequence) seen.push(await twin.act(action));
  seen.push(await twin.everything());
  return seen;
}
