import { afterEach, beforeEach, describe } from 'vitest';
import type { CounterStore } from '../contract.ts';
import { burstContract } from './contract/burst.ts';
import { Caller, NOON, type SetClock, type Subject } from './contract/caller.ts';
import { checkpointContract } from './contract/checkpoint.ts';
import { giveBackContract } from './contract/give-back.ts';
import { holdsContract } from './contract/holds.ts';
import { idempotencyContract } from './contract/idempotency.ts';
import { moneyContract } from './contract/money.ts';
import { onceContract } from './contract/once.ts';
import { randomContract } from './contract/random.ts';
import { usageContract } from './contract/usage.ts';
import { usageBoundContract } from './contract/usage-bound.ts';

/** Makes an empty store with this clock. */
export type MakeStore = (clock: () => number) => Promise<CounterStore>;

/** Tests the guarantees of every counter store. The suite closes the stores that it makes. */
export function counterStoreContract(name: string, makeStore: MakeStore): void {
  describe(`${name}: the counter store contract`, () => {
    let store: CounterStore;
    let caller: Caller;
    const subject: Subject = () => ({ store, caller });

    beforeEach(async () => {
      const clock: SetClock = { now: NOON };
      store = await makeStore(() => clock.now);
      caller = new Caller(store, 'client-1', 'process-1', clock);
    });
    afterEach(() => store.close());

    describe('the month and the money', () => moneyContract(subject));
    describe('the burst', () => burstContract(subject));
    describe('usage', () => usageContract(subject));
    describe('usage of many keys', () => usageBoundContract(subject));
    describe('nothing twice', () => onceContract(subject));
    describe('give-back', () => giveBackContract(subject));
    describe('holds of forwarded calls', () => holdsContract(subject));
    describe('idempotency keys', () => idempotencyContract(subject));
    describe('the checkpoint', () => checkpointContract(subject));
    describe('random interleavings', () => randomContract(makeStore));
  });
}
