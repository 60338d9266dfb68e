import { readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { waitUntil } from '../../../../test/support/wait-until.ts';
import type { Decision } from '../../admission.ts';
import { usedUnits } from '../../affordability.ts';
import { EMPTY_FOLD, LIMITS, RESULT } from '../../contract/caller.ts';
import { GatewayProcess, type ProcessOptions, Truth } from './gateway-process.fixture.ts';
import { MoodyStore } from './moody-store.fixture.ts';

let dataDir: string;
let store: MoodyStore;
let gateway: GatewayProcess;
beforeEach(() => {
  dataDir = temporaryFolder('fallback');
  store = new MoodyStore();
});
afterEach(() => gateway.kill());

async function start(changes: Partial<ProcessOptions> = {}): Promise<void> {
  const options = { name: 'process-1', dataDir, store, truth: new Truth(), ...changes };
  gateway = await new GatewayProcess(options).start();
}

async function recovered(): Promise<void> {
  store.mood = 'well';
  await waitUntil('recovery', () => (gateway.guarded.state() === 'ok' ? true : undefined));
}

async function used(): Promise<number> {
  const snapshot = await store.snapshot('client-1', '2026-11');
  return snapshot === null ? 0 : usedUnits(snapshot.counter);
}

function calls(count: number): Promise<string[]> {
  return Promise.all(Array.from({ length: count }, () => gateway.call('client-1', 1)));
}

function decision(quota: number | null): Promise<Decision> {
  const request = { client: 'client-1', limits: { ...LIMITS, quota }, item: RESULT, reserve: false };
  return new Promise((resolve, reject) => {
    gateway.guarded.admission.admit(request, (error, decision) => (error === null ? resolve(decision) : reject(error)));
  });
}

describe('a store that was never seen', () => {
  it('leaves the allowance alone, and has it counted when it comes', async () => {
    store.mood = 'away';
    await start({ limits: { quota: 300 } });
    expect(gateway.guarded.state()).toBe('degraded');
    expect(await calls(5)).toEqual(['admitted', 'admitted', 'admitted', 'month', 'month']);
    await recovered();
    expect(await used()).toBe(3);
    expect(gateway.guarded.admission.takeTouched()).toEqual([{ client: 'client-1', month: '2026-11' }]);
  });

  it('bounds no unlimited plan', async () => {
    store.mood = 'away';
    await start({ limits: { quota: null } });
    await calls(2_500);
    await recovered();
    expect(await used()).toBe(2_500);
  });
});

describe('while the store is away', () => {
  it('a refusal by the allowance says that it is worth asking again, one by the balance does not', async () => {
    await start();
    expect((await decision(100)).verdict).toMatchObject({ outcome: 'admitted', used: 1 });
    store.mood = 'away';
    expect(await decision(100)).toMatchObject({ verdict: { outcome: 'admitted', used: 2 }, onlyReservations: false });
    expect(await decision(100)).toMatchObject({ verdict: { outcome: 'month', used: 2 }, onlyReservations: true });
    expect(await decision(2)).toMatchObject({ verdict: { outcome: 'month', used: 2 }, onlyReservations: false });
  });

  it('the burst of the policy holds, and takes nothing of the month', async () => {
    store.mood = 'away';
    await start({ limits: { quota: null, burst: { q: 2, w: 60 } } });
    expect(await calls(3)).toEqual(['admitted', 'admitted', 'burst']);
    await recovered();
    expect(await used()).toBe(2);
  });

  it('bad input is answered and neither counted nor noted', async () => {
    store.mood = 'away';
    await start();
    expect(await gateway.call('client-1', 0)).toBe('admitted');
    expect(readdirSync(join(dataDir, 'journals')).filter((file) => file.endsWith('.journal'))).toEqual([]);
  });

  it('a call that cannot be noted is not answered', async () => {
    store.mood = 'away';
    await start();
    renameSync(join(dataDir, 'journals'), join(dataDir, 'elsewhere'));
    expect(await gateway.call('client-1', 1)).toBe('error');
    expect(gateway.guarded.admission.counts).toEqual({ admitted: 0, refused: 0, failed: 1 });
    renameSync(join(dataDir, 'elsewhere'), join(dataDir, 'journals'));
    store.mood = 'well';
    await waitUntil('the store', async () => ((await gateway.call('client-1', 1)) === 'admitted' ? true : undefined));
    expect(await used()).toBe(1);
  });
});

it('leaves no journal when all is counted', async () => {
  await start();
  await calls(1);
  store.mood = 'silent';
  expect(await calls(3)).toEqual(['admitted', 'month', 'month']);
  expect(readdirSync(join(dataDir, 'journals')).sort()).toEqual(['process-1.1.journal', 'process-1.lock']);
  await recovered();
  await waitUntil('the end of the journal', () =>
    readdirSync(join(dataDir, 'journals')).length === 1 ? true : undefined,
  );
  // Three units were taken unheard: one for an answered call, two that go back.
  await waitUntil('the balance', async () => ((await used()) === 2 ? true : undefined));
});

it('goes on where SQL is away that a first call of a month needs, and is counted when that is back', async () => {
  let away = true;
  await start({
    async loadFold() {
      if (away) throw new Error('SQL is away');
      return EMPTY_FOLD;
    },
  });
  expect(await calls(2)).toEqual(['admitted', 'month']);
  expect(gateway.guarded.state()).toBe('degraded');
  away = false;
  await waitUntil('the count', () => (gateway.guarded.state() === 'ok' ? true : undefined));
  expect(await used()).toBe(1);
});
