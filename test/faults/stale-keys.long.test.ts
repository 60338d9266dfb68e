import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { revokeKey } from '../../gateway/accounts/keys/key-end.ts';
import { actor, newCustomer } from '../support/customer.ts';
import { startCutOffGateway } from '../support/cut-off-gateway.ts';
import { observed } from '../support/fault-row.ts';
import { describeWithPostgres, describeWithRedis } from '../support/servers.ts';
import { waitUntil } from '../support/wait-until.ts';

const STALE_S = 8;

describeWithPostgres('a gateway that is cut off from PostgreSQL', (postgres) => {
  describeWithRedis('and from Redis', (redis) => {
    it('answers known keys while one of them answers, and for STALE_KEYS without both; then 503 until one is back', async () => {
      const env = { STALE_KEYS: String(STALE_S) };
      const { cutOff, records, postgresLine, redisLine, stop } = await startCutOffGateway(postgres, redis, env);
      const [known, revoked] = [await newCustomer(records, { quota: 100 }), await newCustomer(records, { quota: 100 })];
      const status = async (one = known) => (await one.ask(cutOff)).status;
      const until = (wanted: number, limit: number) =>
        waitUntil(`status ${wanted}`, async () => ((await status()) === wanted ? true : undefined), limit, 50);
      const readyz = async () => {
        const answer = await fetch(`${cutOff.baseUrl}/readyz`);
        return { status: answer.status, records: ((await answer.json()) as { reasons: object }).reasons };
      };
      expect([await status(), await status(revoked)]).toEqual([200, 200]);

      postgresLine.silence();
      await sleep((STALE_S + 2) * 1_000);
      expect(await status()).toBe(200);
      expect(await readyz()).toMatchObject({ status: 200, records: { records: 'unreachable' } });

      redisLine.silence();
      const cut = performance.now();
      await revokeKey(records, actor, revoked.key.id);
      await sleep(1_000);
      expect(await status()).toBe(200);
      await until(503, (STALE_S + 2) * 1_000);
      // The last poll was up to half a second before the cut.
      const refusedAfter = performance.now() - cut;
      expect(refusedAfter).toBeGreaterThan((STALE_S - 0.5) * 1_000);
      const refusal = await known.ask(cutOff);
      expect(refusal.headers.get('retry-after')).toBe('1');
      expect(await refusal.json()).toMatchObject({ code: 'temporarily-unavailable' });
      expect(await readyz()).toMatchObject({ status: 503, records: { records: 'cut-off' } });

      redisLine.heal();
      await until(200, 3_000);
      expect(await status(revoked)).toBe(401);
      observed({
        scenario: 'PostgreSQL, and later Redis too, does not reach a gateway',
        promise: `known keys work while one of them answers; without both they get 503 after STALE_KEYS=${STALE_S}`,
        observed: `503 after ${(refusedAfter / 1_000).toFixed(1)} s, 200 as soon as Redis answered`,
      });
      postgresLine.heal();
      await waitUntil('readiness', async () => ((await readyz()).status === 200 ? true : undefined));
      const fresh = await newCustomer(records, { quota: 100 });
      await waitUntil('an answer to a new key', async () => ((await status(fresh)) === 200 ? true : undefined));
      await stop();
    }, 60_000);
  });
});
