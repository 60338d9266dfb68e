import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRecords, type Records } from '../../gateway/records/records.ts';
import { monthOf } from '../../gateway/values/calendar.ts';
import { newCustomer } from '../support/customer.ts';
import { freePort } from '../support/free-port.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { describeWithPostgres, describeWithRedis } from '../support/servers.ts';
import { waitUntil } from '../support/wait-until.ts';

const FIVE_MINUTES = 300_000;
const A_MONTH = 31 * 86_400_000;

/** Sets the clock of a gateway by this many milliseconds. Its monotonic clock stays right. */
function clockSetBy(ms: number): string {
  return `--import data:text/javascript,${encodeURIComponent(`const now=Date.now;Date.now=()=>now()+${ms}`)}`;
}

describeWithPostgres('gateways with different clocks, on one PostgreSQL', (postgres) => {
  describeWithRedis('and one Redis', (redis) => {
    let right: RunningGateway;
    let ahead: RunningGateway;
    let behind: RunningGateway;
    let adminPort: number;
    let records: Records;
    let env: Record<string, string>;
    const skewed = (ms: number) => ({ ...env, NODE_OPTIONS: clockSetBy(ms) });

    beforeAll(async () => {
      env = { DATABASE_URL: postgres.url, REDIS_URL: redis.url, LOG_LEVEL: 'warn' };
      adminPort = await freePort();
      right = await startGateway({ env });
      [ahead, behind] = await Promise.all([
        startGateway({ env: { ...skewed(FIVE_MINUTES), ADMIN_PORT: `${adminPort}` } }),
        startGateway({ env: skewed(-FIVE_MINUTES) }),
      ]);
      records = await openRecords({ databaseUrl: postgres.url });
    }, 30_000);
    afterAll(async () => {
      await records.close();
      await Promise.all([right, ahead, behind].map((gateway) => gateway.stop()));
    }, 30_000);

    const readyz = async (gateway: RunningGateway) => {
      const answer = await fetch(`${gateway.baseUrl}/readyz`);
      return { http: answer.status, ...((await answer.json()) as { parts: object; reasons: object }) };
    };

    it('share one bucket of a key, and say truly when it has a token again', async () => {
      // 10 calls, then one each second.
      const customer = await newCustomer(records, { quota: 1_000, burst: { q: 10, w: 10 } });
      const ask = async (gateway: RunningGateway, times: number) => {
        const answers = await Promise.all(Array.from({ length: times }, () => customer.ask(gateway)));
        return answers.map(({ status }) => status);
      };
      expect(await ask(ahead, 3)).toEqual([200, 200, 200]);
      expect(await ask(behind, 3)).toEqual([200, 200, 200]);
      expect(await ask(right, 3)).toEqual([200, 200, 200]);
      const rest = [...(await ask(ahead, 4)), ...(await ask(behind, 4)), ...(await ask(right, 4))];
      expect(rest).toContain(429);
      for (const gateway of [right, ahead, behind]) {
        const refused = await waitUntil('a refusal', async () => {
          const answer = await customer.ask(gateway);
          return answer.status === 429 ? answer : undefined;
        });
        expect(refused.headers.get('retry-after')).toBe('1');
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        expect((await customer.ask(gateway)).status).toBe(200);
      }
    });

    it('a month ahead count in the running month, and do not close it', async () => {
      const far = await startGateway({ env: skewed(A_MONTH) });
      const customer = await newCustomer(records, { quota: 1_000 });
      const left = async (gateway: RunningGateway) => {
        const answer = await customer.ask(gateway);
        const [, units, seconds] = /"month";r=(\d+);t=(\d+)/.exec(answer.headers.get('ratelimit') ?? '') ?? [];
        return { units: Number(units), seconds: Number(seconds) };
      };
      const [mine, theirs] = [await left(far), await left(right)];
      expect([mine.units, theirs.units]).toEqual([999, 998]);
      expect(mine.seconds - theirs.seconds).toBeLessThan(5);
      expect(await far.stop()).toBe(0);
      const closed = await records.db.selectFrom('closed_months').select('month').execute();
      expect(closed.map(({ month }) => month)).not.toContain(monthOf(Date.now()));
    });

    it('go on when their clock is wrong, and say so in /readyz, the metrics and once in the log', async () => {
      expect(await readyz(right)).toMatchObject({ http: 200, parts: { clock: 'ok' } });
      for (const gateway of [ahead, behind]) {
        const expected = { http: 200, status: 'degraded', parts: { clock: 'degraded' }, reasons: { clock: 'differs' } };
        expect(await readyz(gateway)).toMatchObject(expected);
        expect(gateway.output().match(/the clock of this machine differs/g)).toHaveLength(1);
      }
      const metrics = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text();
      const skew = Number(/^vitalgate_clock_skew_seconds (\S+)/m.exec(metrics)?.[1]);
      expect(Math.abs(skew - FIVE_MINUTES / 1_000)).toBeLessThan(1);
    });
  });
});
