import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { waitUntil } from '../../../../test/support/wait-until.ts';
import type { Decision } from '../../admission/admission.ts';
import { BAD_INPUT, EMPTY_CHECKPOINT, LIMITS, PROBE, RESULT } from '../../testing/contract/caller.ts';
import { OutageBench } from '../../testing/outage/outage-bench.fixture.ts';

let bench: OutageBench;
beforeEach(() => {
  bench = new OutageBench();
});
afterEach(() => bench.gateway.kill());

function decision(quota: number | null): Promise<Decision> {
  const request = { client: 'client-1', limits: { ...LIMITS, quota }, item: RESULT, reserve: false };
  return new Promise((resolve, reject) => {
    bench.gateway.guarded.admission.admit(request, (error, decision) =>
      error === null ? resolve(decision) : reject(error),
    );
  });
}

describe('a store that was away from the start', () => {
  it('leaves only the allowance, whose calls are counted when the store comes up', async () => {
    bench.store.mood = 'away';
    await bench.start({ limits: { quota: 300 } });
    expect(bench.gateway.guarded.state()).toBe('degraded');
    expect(await bench.calls(5)).toEqual(['admitted', 'admitted', 'admitted', 'month', 'month']);
    await bench.recovered();
    expect(await bench.used()).toBe(3);
    const of = { day: '2026-11-21', key: 'key-1' };
    const names = [
      { ...of, calculator: '', status: '429' },
      { ...of, calculator: 'tdee', status: '2xx' },
    ];
    expect([...bench.gateway.guarded.admission.takeTouched()]).toEqual([
      { client: 'client-1', month: '2026-11', names },
    ]);
  });

  it('does not limit an unlimited plan', async () => {
    bench.store.mood = 'away';
    await bench.start({ limits: { quota: null } });
    await bench.calls(2_500);
    await bench.recovered();
    expect(await bench.used()).toBe(2_500);
  });
});

describe('while the store is away', () => {
  it('a refusal is marked as worth retrying, unless the store has refused the call itself', async () => {
    await bench.start();
    expect((await decision(100)).verdict).toMatchObject({ outcome: 'admitted', used: 1 });
    bench.store.mood = 'away';
    expect(await decision(100)).toMatchObject({ verdict: { outcome: 'admitted', used: 2 }, onlyReservations: false });
    expect(await decision(100)).toMatchObject({ verdict: { outcome: 'month', used: 2 }, onlyReservations: true });
    expect(await decision(2)).toMatchObject({ verdict: { outcome: 'month', used: 2 }, onlyReservations: true });
  });

  it('a month that the store knows to be used up is refused until it ends', async () => {
    await bench.start();
    await decision(1);
    expect(await decision(1)).toMatchObject({ verdict: { outcome: 'month' }, onlyReservations: false });
    bench.store.mood = 'away';
    expect(await decision(1)).toMatchObject({ verdict: { outcome: 'month' }, onlyReservations: false });
  });

  it('a restart does not renew the allowance', async () => {
    bench.store.mood = 'away';
    await bench.start({ limits: { quota: 300 } });
    expect(await bench.calls(4)).toEqual(['admitted', 'admitted', 'admitted', 'month']);
    for (const name of ['process-2', 'process-3']) {
      await bench.gateway.kill();
      await bench.start({ name, limits: { quota: 300 } });
      expect(await bench.calls(1)).toEqual(['month']);
    }
    await bench.recovered();
    expect(await bench.used()).toBe(3);
    await waitUntil('the end of the journals', () => bench.journals().join() === 'process-3.lock' || undefined);
    bench.store.mood = 'away';
    expect(await bench.calls(4)).toEqual(['admitted', 'admitted', 'admitted', 'month']);
  });

  it('the burst policy holds, and its refusals take no units', async () => {
    bench.store.mood = 'away';
    await bench.start({ limits: { quota: null, burst: { q: 2, w: 60 } } });
    expect(await bench.calls(3)).toEqual(['admitted', 'admitted', 'burst']);
    await bench.recovered();
    expect(await bench.used()).toBe(2);
  });

  it('a key and its successor share one burst', async () => {
    bench.store.mood = 'away';
    await bench.start({ limits: { quota: null, burst: { q: 2, w: 60 } } });
    const successor = { item: { ...RESULT, key: 'key-1b' } };
    expect(await bench.calls(1)).toEqual(['admitted']);
    expect(await bench.gateway.call('client-1', 1, successor)).toBe('admitted');
    expect(await bench.gateway.call('client-1', 1, successor)).toBe('burst');
    expect(await bench.calls(1)).toEqual(['burst']);
  });

  it('bad input is answered, without units and without a journal entry', async () => {
    bench.store.mood = 'away';
    await bench.start();
    expect(await bench.gateway.call('client-1', 0)).toBe('admitted');
    expect(bench.journals()).toEqual(['process-1.lock']);
  });

  it('refused calls and bad input appear in the usage afterwards, and a probe takes nothing', async () => {
    bench.store.mood = 'away';
    await bench.start({ limits: { quota: null, burst: { q: 2, w: 60 } } });
    const probe = { ...PROBE, key: RESULT.key };
    const asked = Array.from({ length: 5 }, () => bench.gateway.call('client-1', 0, { item: probe }));
    expect(await Promise.all(asked)).toEqual(Array(5).fill('admitted'));
    expect(await bench.gateway.call('client-1', 0, { item: BAD_INPUT })).toBe('admitted');
    expect(await bench.calls(2)).toEqual(['admitted', 'burst']);
    expect(await bench.gateway.call('client-1', 0, { item: probe })).toBe('admitted');
    expect(await bench.gateway.call('client-1', 0, { item: { ...probe, cost: 1 } })).toBe('burst');
    await bench.recovered();
    await bench.gateway.guarded.admission.flush();
    expect(await bench.usage()).toEqual([' 429 1/0', ' 4xx 1/0', 'tdee 2xx 1/1']);
  });

  it('a call that cannot be journaled is not answered', async () => {
    bench.store.mood = 'away';
    await bench.start();
    const folder = join(bench.dataDir, 'journals');
    const elsewhere = join(bench.dataDir, 'elsewhere');
    renameSync(folder, elsewhere);
    expect(await bench.gateway.call('client-1', 1)).toBe('error');
    expect(bench.figures.fallback).toEqual({ admitted: 0, refused: 0, unavailable: 1 });
    renameSync(elsewhere, folder);
    expect(await bench.gateway.call('client-1', 1)).toBe('admitted');
    await bench.recovered();
    expect(await bench.used()).toBe(1);
  });
});

it('answers a first call of the month while SQL is away, and counts it when SQL is back', async () => {
  let away = true;
  await bench.start({
    async loadCheckpoint() {
      if (away) throw new Error('SQL is away');
      return EMPTY_CHECKPOINT;
    },
  });
  expect(await bench.calls(2)).toEqual(['admitted', 'month']);
  expect(bench.gateway.guarded.state()).toBe('degraded');
  away = false;
  await waitUntil('the count', () => (bench.gateway.guarded.state() === 'ok' ? true : undefined));
  expect(await bench.used()).toBe(1);
});

it('answers no call of a client with corrupt records, and keeps using the store', async () => {
  await bench.start({ limits: { quota: null } });
  bench.store.broken.add('client-1');
  expect(await bench.gateway.call('client-1', 1)).toBe('error');
  expect(await bench.gateway.call('client-2', 1)).toBe('admitted');
  expect([bench.gateway.guarded.state(), bench.figures.openings]).toEqual(['ok', 0]);
});
