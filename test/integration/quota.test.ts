import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../gateway/accounts/clients/clients.ts';
import { revokeKey } from '../../gateway/accounts/keys/key-end.ts';
import { rotateKey } from '../../gateway/accounts/keys/key-rotate.ts';
import { createKey } from '../../gateway/accounts/keys/keys.ts';
import type { LimitOverrides } from '../../gateway/accounts/plans/limits.ts';
import { setPlan } from '../../gateway/accounts/plans/plans.ts';
import { openRecords, type Records } from '../../gateway/records/records.ts';
import { TDEE, type TestGateway } from '../support/in-process-gateway.ts';
import { MODES } from '../support/modes.ts';
import { waitUntil } from '../support/wait-until.ts';

describe.each(MODES)('with calculators %s', (_mode, start) => {
  const BAD = '/api/v1/tdee?weight=abc';

  let gateway: TestGateway;
  /** Works on the same records as the gateway, like the command line. */
  let records: Records;
  const actor = { name: 'test', at: Date.now(), address: null };

  beforeAll(async () => {
    gateway = await start();
    records = await openRecords({ dataDir: gateway.dataDir });
  });
  afterAll(async () => {
    await records.close();
    await gateway.stop();
  });

  /** A new client with these limits, and a call with its key. */
  async function clientWith(limits: LimitOverrides) {
    const name = `Client ${Math.random()}`;
    const { clientId } = await createClient(records, actor, { name, plan: 'free', admin: { name: 'A', email: null } });
    await setPlan(records, actor, clientId, 'free', { mode: 'block', burst: null, ceiling: null, ...limits });
    const key = await keyOf(clientId);
    return { clientId, key, ask: (path = TDEE) => gateway.get(path, { 'X-API-Key': key.text }) };
  }

  function keyOf(clientId: string) {
    return createKey(records, actor, {
      clientId,
      userId: null,
      name: 'k',
      environment: 'test',
      expiresAt: null,
      calculators: null,
      cap: null,
    });
  }

  /** Waits for at most the second within which a change must take effect. */
  const within1s = (what: string, holds: () => Promise<boolean>) =>
    waitUntil(what, async () => ((await holds()) ? true : undefined), 1_000);

  const statuses = async (calls: Promise<Response>[]) => (await Promise.all(calls)).map(({ status }) => status);
  const count = (list: number[], status: number) => list.filter((one) => one === status).length;

  function monthLeft(response: Response): number {
    return Number(/"month";r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1]);
  }

  describe('the month', () => {
    it('admits exactly 100 of 200 parallel calls at 100 left, with any keys of the client', async () => {
      const client = await clientWith({ quota: 100 });
      const second = await keyOf(client.clientId);
      const all = await statuses(
        Array.from({ length: 200 }, (_, at) =>
          at % 2 ? client.ask() : gateway.get(TDEE, { 'X-API-Key': second.text }),
        ),
      );
      expect([count(all, 200), count(all, 429)]).toEqual([100, 100]);
    });

    it('is not charged by a burst refusal: 13 calls at burst 12 leave it at 12', async () => {
      const client = await clientWith({ quota: 200, burst: { q: 12, w: 3600 } });
      const all = await statuses(Array.from({ length: 13 }, () => client.ask()));
      expect([count(all, 200), count(all, 429)]).toEqual([12, 1]);
      expect(monthLeft(await client.ask('/api/v1/nothing'))).toBe(200 - 12);
    });

    it('is never charged for bad input, which the burst still limits', async () => {
      const client = await clientWith({ quota: 200, burst: { q: 5, w: 3600 } });
      const all = await statuses(Array.from({ length: 8 }, () => client.ask(BAD)));
      expect([count(all, 400), count(all, 429)]).toEqual([5, 3]);
      expect(monthLeft(await client.ask('/api/v1/nothing'))).toBe(200);
    });

    it('is charged for results only', async () => {
      const client = await clientWith({ quota: 10 });
      for (const path of [BAD, '/api/v1/nothing', '/api/v1']) await client.ask(path);
      const response = await client.ask();
      expect(monthLeft(response)).toBe(9);
      await fetch(gateway.baseUrl + TDEE, { method: 'HEAD', headers: { 'X-API-Key': client.key.text } });
      expect(monthLeft(await client.ask('/api/v1/nothing'))).toBe(8);
    });

    it('refuses bad input too once it is used up: 429 takes precedence over 400', async () => {
      const client = await clientWith({ quota: 0 });
      expect((await client.ask(BAD)).status).toBe(429);
      expect((await client.ask('/api/v1/nothing')).status).toBe(404);
    });

    it('answers quota-exceeded, with the policy and the time to retry', async () => {
      const client = await clientWith({ quota: 0 });
      const response = await client.ask();
      expect(response.status).toBe(429);
      expect(await response.json()).toMatchObject({
        type: `${gateway.baseUrl}/docs/errors/quota-exceeded`,
        code: 'quota-exceeded',
        'violated-policies': ['month'],
      });
      const now = new Date();
      const nextMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
      const seconds = Math.ceil((nextMonth - now.getTime()) / 1_000);
      expect(Math.abs(Number(response.headers.get('retry-after')) - seconds)).toBeLessThanOrEqual(5);
      expect(response.headers.get('ratelimit')).toMatch(/"month";r=0;t=\d+$/);
    });

    it('answers a burst refusal in the same way', async () => {
      const client = await clientWith({ quota: 10, burst: { q: 1, w: 30 } });
      await client.ask();
      const response = await client.ask();
      expect(await response.json()).toMatchObject({ 'violated-policies': ['burst'] });
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(25);
      expect(Number(response.headers.get('retry-after'))).toBeLessThanOrEqual(30);
    });
  });

  describe('a change reaches the running gateway', () => {
    it('of the plan: more or less quota within a second, and never more left than the limit', async () => {
      const client = await clientWith({ quota: 2 });
      await client.ask();
      await setPlan(records, actor, client.clientId, 'free', { quota: 50, burst: null });
      await within1s('the new plan', async () => monthLeft(await client.ask('/api/v1/nothing')) === 49);
      await setPlan(records, actor, client.clientId, 'free', { quota: 0, burst: null });
      await within1s('the smaller plan', async () => (await client.ask()).status === 429);
    });

    it('of a key: a revoked one is 401 within a second', async () => {
      const client = await clientWith({ quota: 100 });
      expect((await client.ask()).status).toBe(200);
      await revokeKey(records, actor, client.key.id);
      await within1s('the revocation', async () => (await client.ask()).status === 401);
    });

    it('of a key: rotation creates a successor and keeps the old key for its overlap', async () => {
      const client = await clientWith({ quota: 100 });
      const { successor } = await rotateKey(records, actor, { keyId: client.key.id, overlap: 0 });
      expect((await gateway.get(TDEE, { 'X-API-Key': successor.text })).status).toBe(200);
      await within1s('the end of the overlap', async () => (await client.ask()).status === 401);
    });
  });
});
