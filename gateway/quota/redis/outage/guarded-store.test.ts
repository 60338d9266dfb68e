import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { NODE_SCHEDULE } from '../../admission/schedule.ts';
import type { Admit, AdmitAnswer } from '../../contract.ts';
import { StoreAway } from '../../store-away.ts';
import { ask, Caller, RESULT } from '../../testing/contract/caller.ts';
import { wholeSnapshot } from '../../testing/contract/whole-snapshot.ts';
import { BrokenRecords, MoodyStore } from '../../testing/outage/moody-store.fixture.ts';
import { RedisBreaker } from './breaker.ts';
import { GuardedStore } from './guarded-store.ts';

function bench() {
  const store = new MoodyStore();
  const lost: Admit[] = [];
  const breaker = new RedisBreaker({
    probe: async () => {},
    opened: (cause) => guarded.fail(cause),
    closed: () => {},
    schedule: { turn: () => {}, after: () => {} },
  });
  const guarded = new GuardedStore({
    store,
    breaker,
    lost: (command) => void lost.push(command),
    concernsOneClient: (error) => error instanceof BrokenRecords,
    schedule: NODE_SCHEDULE,
  });
  return { store, breaker, guarded, lost };
}

it('fails all waiting commands as soon as one has failed, and opens', async () => {
  const { store, breaker, guarded, lost } = bench();
  const caller = await new Caller(guarded).begin();
  const other = await new Caller(guarded, 'client-2').begin();
  store.mood = 'silent';
  const failing = ask(guarded, caller.command([RESULT]));
  const answers: (AdmitAnswer | Error)[] = [];
  // Would be answered much later.
  store.admit = () => {};
  guarded.admit([other.command([RESULT])], (_index, answer) => void answers.push(answer));
  const waiting = expect(guarded.counters('client-1', '2026-11')).rejects.toThrow('the store is silent');
  await expect(failing).rejects.toThrow('the store is silent');
  await waiting;
  expect(answers).toEqual([new Error('the store is silent')]);
  expect(lost.map(({ client }) => client)).toEqual(['client-1', 'client-2']);
  expect(breaker.open).toBe(true);
});

it('sends nothing while it is open, so no command is in doubt', async () => {
  const { store, breaker, guarded, lost } = bench();
  const caller = await new Caller(guarded).begin();
  breaker.trip(new Error('lost'));
  await expect(ask(guarded, caller.command([RESULT]))).rejects.toThrow(StoreAway);
  await expect(caller.giveBack()).rejects.toThrow(StoreAway);
  expect(lost).toEqual([]);
  expect((await wholeSnapshot(store.model, 'client-1', '2026-11'))?.usage).toEqual([]);
});

it('does not put a replay in doubt, because it is repeated until answered', async () => {
  const { store, guarded, lost } = bench();
  const caller = await new Caller(guarded).begin();
  store.mood = 'away';
  await expect(ask(guarded, caller.command([RESULT], { forced: true }))).rejects.toThrow('away');
  expect(lost).toEqual([]);
});

it('keeps using the store when one client has corrupt records', async () => {
  const { store, breaker, guarded, lost } = bench();
  const caller = await new Caller(guarded).begin();
  store.broken.add('client-1');
  await expect(ask(guarded, caller.command([RESULT]))).rejects.toThrow(BrokenRecords);
  expect([breaker.open, lost]).toEqual([false, []]);
});

it('gives up a store that is silent for a tenth of a second, and ignores its late answer', async () => {
  const { store, breaker, guarded, lost } = bench();
  const caller = await new Caller(guarded).begin();
  let late = () => {};
  store.admit = (commands, settle) => {
    late = () => settle(0, new Error(`late: ${commands.length}`));
  };
  const asked = performance.now();
  await expect(ask(guarded, caller.command([RESULT]))).rejects.toThrow('not answered within 100 ms');
  expect(performance.now() - asked).toBeGreaterThan(99);
  expect([breaker.open, lost.length]).toEqual([true, 1]);
  late();
  expect(breaker.openings).toBe(1);
});

it('does not mistake its own delay for a silent store', async () => {
  const { store, breaker, guarded } = bench();
  const caller = await new Caller(guarded).begin();
  const { port1, port2 } = new MessageChannel();
  // An answer that arrives from outside while the process is busy, like a server's.
  const admit = store.admit.bind(store);
  store.admit = (...asked) => {
    port2.once('message', () => admit(...asked));
    port1.postMessage('answer');
  };
  // Starts at the point of the event loop where due timers run before arrived messages.
  await setImmediate();
  const answer = ask(guarded, caller.command([RESULT]));
  const busy = performance.now() + 150;
  while (performance.now() < busy);
  expect(await answer).toMatchObject({ kind: 'decided' });
  expect(breaker.open).toBe(false);
  port1.close();
});
