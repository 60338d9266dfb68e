import { afterEach, beforeEach, describe } from 'vitest';
import type { CounterStore } from '../contract.ts';
import { burstContract } from './contract/burst.ts';
import { Caller, type Subject } from './contract/caller.ts';
import { checkpointContract } from './contract/checkpoint.ts';
import { giveBackContract } from './contract/give-back.ts';
import { moneyContract } from './contract/money.ts';
import { onceContract } from './contract/once.ts';
import { randomContract } from './contract/random.ts';
import { usageContract } from './contract/usage.ts';
import { usageBoundContract } from './contract/usage-bound.ts';

/** Tests the guarantees of every counter store. `makeStore` returns an empty store, which the suite closes. */
export function counterStoreContract(name: string, makeStore: () => Promise<CounterStore>): void {
  describe(`${name}: the counter store contract`, () => {
    let store: CounterStore;
    let caller: Caller;
    const subject: Subject = () => ({ store, caller });

    beforeEach(async () => {
      store = await makeStore();
      caller = new Caller(store);
    });
    afterEach(() => store.close());

    describe('the month and the money', () => moneyContract(subject));
    describe('the burst', () => burstContract(subject));
    describe('usage', () => usageContract(subject));
    describe('usage of many keys', () => usageBoundContract(subject));
    describe('nothing twice', () => onceContract(subject));
    describe('give-back', () => giveBackContract(subject));
    describe('the checkpoint', () => checkpointContract(subject));
    describe('random interleavings', () => randomContract(makeStore));
  });
}
