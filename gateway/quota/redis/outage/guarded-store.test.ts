import { expect, it } from 'vitest';
import { ask, Caller, RESULT } from '../../contract/caller.ts';
import type { Admit, AdmitAnswer } from '../../contract.ts';
import { Breaker } from './breaker.ts';
import { GuardedStore, StoreAway } from './guarded-store.ts';
import { MoodyStore } from './moody-store.fixture.ts';

function bench() {
  const store = new MoodyStore();
  const lost: Admit[] = [];
  const breaker = new Breaker({
    probe: async () => {},
    opened: (cause) => guarded.fail(cause),
    closed: () => {},
    schedule: { turn: () => {}, after: () => {} },
  });
  const guarded = new GuardedStore(store, breaker, (command) => void lost.push(command));
  return { store, breaker, guarded, lost };
}

it('tells all that wait as soon as one has failed, and opens', async () => {
  const { store, breaker, guarded, lost } = bench();
  const caller = await new Caller(guarded).begin();
  const other = await new Caller(guarded, 'client-2').begin();
  store.mood = 'silent';
  const failing = ask(guarded, caller.command([RESULT]));
  const answers: (AdmitAnswer | Error)[] = [];
  // Would be answered long after.
  store.admit = () => {};
  guarded.admit([other.command([RESULT])], (_index, answer) => void answers.push(answer));
  const waiting = expect(guarded.snapshot('client-1', '2026-11')).rejects.toThrow('the store is silent');
  await expect(failing).rejects.toThrow('the store is silent');
  await waiting;
  expect(answers).toEqual([new Error('the store is silent')]);
  expect(lost.map(({ client }) => client)).toEqual(['client-1', 'client-2']);
  expect(breaker.open).toBe(true);
});

it('sends nothing while it is open, so that nothing is in doubt', async () => {
  const { store, breaker, guarded, lost } = bench();
  const caller = await new Caller(guarded).begin();
  breaker.trip(new Error('lost'));
  await expect(ask(guarded, caller.command([RESULT]))).rejects.toThrow(StoreAway);
  await expect(caller.giveBack()).rejects.toThrow(StoreAway);
  expect(lost).toEqual([]);
  expect((await store.snapshot('client-1', '2026-11'))?.usage).toEqual([]);
});

it('does not doubt a replay, which is repeated until it is answered', async () => {
  const { store, guarded, lost } = bench();
  const caller = await new Caller(guarded).begin();
  store.mood = 'away';
  await expect(ask(guarded, caller.command([RESULT], { forced: true }))).rejects.toThrow('away');
  expect(lost).toEqual([]);
});
