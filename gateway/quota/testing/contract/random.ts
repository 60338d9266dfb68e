import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CounterStore } from '../../contract.ts';
import { ModelStore } from '../simulation/model-store.ts';
import { type Action, sequences } from './actions.ts';
import { Twin } from './twin.ts';

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

async function observe(store: CounterStore, sequence: readonly Action[]): Promise<unknown[]> {
  const twin = new Twin(store);
  const seen: unknown[] = [];
  for (const action of sequence) seen.push(await twin.act(action));
  seen.push(await twin.everything());
  return seen;
}
