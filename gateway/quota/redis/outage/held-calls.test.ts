import { afterEach, beforeEach, expect, it } from 'vitest';
import { waitUntil } from '../../../../test/support/wait-until.ts';
import type { Decision, Reservation } from '../../admission/admission.ts';
import { HOLD_MS } from '../../admission/reservations.ts';
import type { Item } from '../../contract.ts';
import { LIMITS, RESULT } from '../../testing/contract/caller.ts';
import { OutageBench } from '../../testing/outage/outage-bench.fixture.ts';

let bench: OutageBench;
beforeEach(() => {
  bench = new OutageBench();
});
afterEach(() => bench.gateway.kill());

function ask(item: Item, reserve: boolean): Promise<Decision> {
  return new Promise((resolve, reject) => {
    bench.gateway.guarded.admission.admit({ client: 'client-1', limits: LIMITS, item, reserve }, (error, decision) =>
      error === null ? resolve(decision) : reject(error),
    );
  });
}

async function forwarded(): Promise<Reservation> {
  const { reservation } = await ask(RESULT, true);
  return reservation ?? expect.unreachable();
}

const keep = (reservation: Reservation) =>
  new Promise<Error | null>((resolve) => bench.gateway.guarded.admission.keep(reservation, resolve));

/** Another process starts in the same folder, after the first one was killed. */
async function restarted(): Promise<void> {
  await bench.gateway.kill();
  await bench.start({ name: 'process-2' });
}

it('a call that is answered while the store is away stays charged, even if the gateway is killed', async () => {
  await bench.start();
  const reservation = await forwarded();
  bench.store.mood = 'away';
  expect(await keep(reservation)).toBeNull();
  await restarted();
  await bench.recovered();
  bench.store.now += HOLD_MS + 1;
  await bench.store.returnHolds();
  expect(await bench.used()).toBe(1);
});

it('a call whose charge has no answer is charged once', async () => {
  await bench.start();
  const reservation = await forwarded();
  bench.store.mood = 'silent';
  expect(await keep(reservation)).toBeNull();
  await bench.recovered();
  bench.store.now += HOLD_MS + 1;
  await bench.store.returnHolds();
  expect(await bench.used()).toBe(1);
});

it('a call that is charged after its units have returned is counted again', async () => {
  await bench.start();
  const reservation = await forwarded();
  bench.store.mood = 'away';
  await keep(reservation);
  bench.store.now += HOLD_MS + 1;
  expect(await bench.store.model.returnHolds()).toHaveLength(1);
  expect(await bench.used()).toBe(0);
  await bench.recovered();
  expect(await bench.used()).toBe(1);
});

it('a call that was forwarded while the store was away is free if the gateway is killed before its answer', async () => {
  await bench.start();
  await ask(RESULT, false);
  bench.store.mood = 'away';
  await forwarded();
  await restarted();
  await bench.recovered();
  expect(await bench.used()).toBe(1);
});

it('every process returns the units of calls whose gateway was killed', async () => {
  await bench.start();
  await forwarded();
  await restarted();
  expect(await bench.used()).toBe(1);
  bench.store.now += HOLD_MS + 1;
  await waitUntil('the unit', async () => ((await bench.used()) === 0 ? true : undefined));
  await waitUntil('the usage', () => {
    const [touched] = bench.gateway.guarded.admission.takeTouched();
    return touched?.names.some(({ status }) => status === 'returned') ? true : undefined;
  });
});

it('a call with an idempotency key is not answered without the store, and charged once by its repetition', async () => {
  await bench.start();
  const item = { ...RESULT, once: { key: 'key', print: 'print', place: 0 } };
  await ask(RESULT, false);
  bench.store.mood = 'silent';
  // The command runs, but its answer is lost.
  await expect(ask(item, false)).rejects.toThrow('admission is not available');
  await expect(ask(item, false)).rejects.toThrow('admission is not available');
  await bench.recovered();
  expect((await ask(item, false)).verdict.outcome).toBe('admitted');
  await waitUntil('two units', async () => ((await bench.used()) === 2 ? true : undefined));
});
