import { describe, expect, it } from 'vitest';
import { Bench } from '../testing/admission.fixture.ts';
import { RESULT } from '../testing/contract/caller.ts';

const forwarded = { reserve: true };

async function reservationOf(bench: Bench, quota = 100) {
  const { reservation } = await bench.ask(forwarded, { quota });
  if (reservation === null) throw new Error('nothing was reserved');
  return reservation;
}

describe('a reservation', () => {
  it('exists only for an admitted, forwarded call', async () => {
    const bench = new Bench();
    expect((await bench.ask({}, { quota: 1 })).reservation).toBeNull();
    expect((await bench.ask(forwarded, { quota: 1 })).reservation).toBeNull();
  });

  it('returns to the month and day it was taken from', async () => {
    const bench = new Bench();
    const reservation = await reservationOf(bench);
    expect(reservation).toMatchObject({ client: 'client-1', month: '2026-11', day: '2026-11-21', key: RESULT.key });
    bench.now = Date.UTC(2026, 11, 1);
    bench.admission.giveBack(reservation, '5xx');
    await bench.settled();
    expect(await bench.used()).toBe(0);
    expect(await bench.usage()).toEqual(['key-1 tdee 2xx 1/1', 'key-1 tdee 5xx 1/0', 'key-1 tdee returned 1/1']);
  });

  it('returns once, even if the first answer was lost', async () => {
    const bench = new Bench();
    const reservation = await reservationOf(bench);
    await bench.ask();
    bench.store.mood = 'silent';
    bench.admission.giveBack(reservation, '5xx');
    await bench.settled();
    bench.store.mood = 'well';
    await bench.second();
    expect(await bench.used()).toBe(1);
  });

  it('returns once the store is back, before the next call', async () => {
    const bench = new Bench();
    const reservation = await reservationOf(bench, 1);
    bench.store.mood = 'away';
    bench.admission.giveBack(reservation, '5xx');
    await bench.settled();
    bench.store.mood = 'well';
    expect(await bench.outcome({}, { quota: 1 })).toBe('admitted');
  });

  it('returns by the next flush at the latest', async () => {
    const bench = new Bench();
    bench.admission.giveBack(await reservationOf(bench), '4xx');
    await bench.admission.flush();
    expect(await bench.used()).toBe(0);
  });
});

describe('a refusal caused only by reservations', () => {
  it('is marked as worth retrying until the reservations are kept', async () => {
    const bench = new Bench();
    const reservation = await reservationOf(bench, 1);
    expect(await bench.ask({}, { quota: 1 })).toMatchObject({ onlyReservations: true, verdict: { outcome: 'month' } });
    bench.admission.keep(reservation);
    expect(await bench.ask({}, { quota: 1 })).toMatchObject({ onlyReservations: false, verdict: { outcome: 'month' } });
  });

  it('can be a refusal for credits', async () => {
    const bench = new Bench();
    const plan = { quota: 0, mode: 'credits', granted: 1 } as const;
    await bench.ask(forwarded, plan);
    expect(await bench.ask({}, plan)).toMatchObject({ onlyReservations: true, verdict: { outcome: 'credits' } });
  });

  it('is not one that would also happen without them', async () => {
    const bench = new Bench();
    await bench.ask({}, { quota: 2 });
    await bench.ask(forwarded, { quota: 2 });
    const dear = { ...RESULT, charge: 2, cost: 2 };
    expect((await bench.ask({ item: dear }, { quota: 2 })).onlyReservations).toBe(false);
    expect((await bench.ask({}, { quota: 2 })).onlyReservations).toBe(true);
  });

  it('is not a burst refusal', async () => {
    const bench = new Bench();
    const plan = { burst: { q: 1, w: 60 } };
    await bench.ask(forwarded, plan);
    expect(await bench.ask({}, plan)).toMatchObject({ onlyReservations: false, verdict: { outcome: 'burst' } });
  });

  it('does not depend on reservations of another client', async () => {
    const bench = new Bench();
    await bench.ask(forwarded, { quota: 1 });
    await bench.ask({ client: 'client-2' }, { quota: 1 });
    expect((await bench.ask({ client: 'client-2' }, { quota: 1 })).onlyReservations).toBe(false);
  });
});
