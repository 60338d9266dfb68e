import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient } from '../../../gateway/accounts/clients/clients.ts';
import { rotateKey } from '../../../gateway/accounts/keys/key-rotate.ts';
import { createKey } from '../../../gateway/accounts/keys/keys.ts';
import { setPlan } from '../../../gateway/accounts/plans/plans.ts';
import { openRecords, type Records } from '../../../gateway/records/records.ts';
import { startTestGateway, TDEE, type TestGateway } from '../../support/in-process-gateway.ts';

// The attack: a tenant keeps its calls for the turn of the month. It rotates a capped key across the turn, calls with
// the old and the new key, and hopes that the gateway's clock is set back. Each month still gives its quota and its cap
// once.

const DECEMBER = Date.UTC(2026, 11, 1);

let now = DECEMBER - 2_000;
let gateway: TestGateway;
let records: Records;
beforeAll(async () => {
  gateway = await startTestGateway({}, () => now);
  records = await openRecords({ dataDir: gateway.dataDir });
});
afterAll(async () => {
  await records.close();
  await gateway.stop();
});

it('gives the cap once a month to a key rotated across the turn, even if the clock is set back', async () => {
  const actor = { name: 'test', at: now, address: null };
  const { clientId } = await createClient(records, actor, {
    name: 'T',
    plan: 'free',
    admin: { name: 'A', email: null },
  });
  await setPlan(records, actor, clientId, 'free', { quota: 5, mode: 'block', burst: null, ceiling: null });
  const old = await createKey(records, actor, {
    ...{ clientId, userId: null, name: 'k', environment: 'live', expiresAt: null, calculators: null },
    cap: 3,
  });
  const admitted = async (key: string, calls: number) => {
    let good = 0;
    for (let at = 0; at < calls; at++) good += (await gateway.get(TDEE, { 'X-API-Key': key })).status === 200 ? 1 : 0;
    return good;
  };
  expect(await admitted(old.text, 5)).toBe(3);
  const { successor } = await rotateKey(records, actor, { keyId: old.id, overlap: 3_600_000 });
  expect(await admitted(successor.text, 5)).toBe(0);

  now = DECEMBER;
  expect(await admitted(successor.text, 2)).toBe(2);
  expect(await admitted(old.text, 5)).toBe(1);

  // Two of November's five remain; the cap of December limits them.
  now = DECEMBER - 1;
  expect((await admitted(old.text, 3)) + (await admitted(successor.text, 3))).toBe(0);
});
