import { afterAll, beforeAll, expect, it } from 'vitest';
import { MOST_SIGN_INS } from '../../gateway/web/platform/sign-in-throttle.ts';
import { firstAdmin, PASSWORD } from '../support/browser.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { describeWithOwnPostgres, describeWithRedis } from '../support/servers.ts';

const SESSION = '/platform/v1/session';
const EMAIL = 'ann@example.com';

describeWithOwnPostgres('the platform of two gateways on one PostgreSQL', (postgres) => {
  describeWithRedis('and one Redis', (redis) => {
    let one: RunningGateway;
    let other: RunningGateway;
    beforeAll(async () => {
      const env = { DATABASE_URL: postgres.url, REDIS_URL: redis.url, LOG_LEVEL: 'warn', TRUST_PROXY: '127.0.0.1' };
      one = await startGateway({ env });
      other = await startGateway({ env });
    }, 30_000);
    afterAll(async () => {
      await Promise.all([one.stop(), other.stop()]);
    }, 30_000);

    const token = () => /\/set-password#([0-9A-Za-z]+)/.exec(one.output())?.[1] ?? '';
    const signIn = (gateway: RunningGateway, email: string, password: string, address: string) =>
      fetch(gateway.baseUrl + SESSION, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'X-Forwarded-Proto': 'https',
          'X-Forwarded-For': address,
        },
        body: JSON.stringify({ email, password }),
      });

    it('a session begun at one gateway is valid at the other, until either ends it', async () => {
      const browser = await firstAdmin({ baseUrl: one.baseUrl, first: { setup: { token: token() } } }, EMAIL);
      const elsewhere = browser.at(other.baseUrl);
      expect((await elsewhere.call('GET', SESSION)).status).toBe(200);
      expect((await elsewhere.call('DELETE', SESSION)).status).toBe(204);
      expect((await browser.call('GET', SESSION)).status).toBe(401);
    });

    it('failed sign-ins at one gateway count at the other', async () => {
      const statuses: number[] = [];
      for (let time = 0; time <= MOST_SIGN_INS; time++) {
        const gateway = time % 2 === 0 ? one : other;
        statuses.push((await signIn(gateway, 'bob@example.com', 'wrong', `10.0.0.${time}`)).status);
      }
      expect(statuses).toEqual([...Array<number>(MOST_SIGN_INS).fill(401), 429]);
      expect((await signIn(other, EMAIL, PASSWORD, '10.0.1.1')).status).toBe(201);
    });

    it('without the records the platform answers 503, and recovers with them', async () => {
      await postgres.kill('SIGINT');
      const away = await signIn(one, EMAIL, PASSWORD, '10.0.2.1');
      expect(away.status).toBe(503);
      expect(await away.json()).toMatchObject({ code: 'temporarily-unavailable' });
      await postgres.restart();
      expect((await signIn(one, EMAIL, PASSWORD, '10.0.2.1')).status).toBe(201);
    });
  });
});
