import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../gateway/accounts/clients/clients.ts';
import { createKey } from '../../gateway/accounts/keys/keys.ts';
import { setPlan } from '../../gateway/accounts/plans/plans.ts';
import { createApp } from '../../gateway/app.ts';
import { type RunningGateway, startGateway } from '../../gateway/boot/process/start.ts';
import { readConfig } from '../../gateway/configuration/config.ts';
import { openRecords, type Records, type RecordsPlace } from '../../gateway/records/records.ts';
import { monthEnd, monthOf } from '../../gateway/values/calendar.ts';
import { curl } from '../support/curl.ts';
import { TDEE } from '../support/in-process-gateway.ts';
import { oneClock } from '../support/one-clock.ts';
import { describeWithPostgres, describeWithRedis } from '../support/servers.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitUntil } from '../support/wait-until.ts';

/** Finance users enter paid invoices themselves. */
const COMMON = { PORT: '0', ADMIN_PORT: 'off', MANUAL_TOP_UPS: 'at-once' };

const HOUR = 3_600_000;
const MINUTE = 60_000;

/** The current month, because Redis expires months by its own clock: ten hours before its end. */
const MONTH = monthOf(Date.now());
const ENDS = monthEnd(MONTH);

/** The story of a client's money, over one process per environment. */
function story(environments: () => readonly Record<string, string>[], place: () => RecordsPlace): void {
  const plans = join(temporaryFolder('plans'), 'plans.json');
  let now = ENDS - 10 * HOUR;
  let gateways: RunningGateway[] = [];
  let records: Records;
  let clientId = '';
  let key = '';
  let finance = '';

  const start = async () => {
    const log = { logger: pino({ level: 'silent' }), write: () => undefined, close: () => undefined };
    const configs = environments().map((env) => readConfig({ ...COMMON, PLANS_FILE: plans, ...env }));
    gateways = await Promise.all(
      configs.map((config) =>
        startGateway(
          config,
          log,
          createApp,
          oneClock(() => now),
        ),
      ),
    );
  };
  const stop = () => Promise.all(gateways.map((gateway) => gateway.stop()));
  const actor = () => ({ name: 'cli', at: now, address: null });

  beforeAll(async () => {
    const plan = { burst: null, mode: 'credits', price: { amount: 2, currency: 'EUR' } };
    writeFileSync(plans, JSON.stringify({ small: { quota: 3, ...plan }, big: { quota: 10, ...plan } }));
    await start();
    records = await openRecords(place());
    const client = { name: 'Acme', plan: 'small', admin: { name: 'Ann', email: null } };
    const created = await createClient(records, actor(), client);
    clientId = created.clientId;
    const settings = { name: 'k', environment: 'live', expiresAt: null, calculators: null, cap: null } as const;
    ({ text: key } = await createKey(records, actor(), { ...created, ...settings }));
    const bill = {
      id: 'us_0000000000000000000bob',
      client_id: clientId,
      name: 'Bob',
      email: null,
      password_hash: null,
    };
    const user = { ...bill, role: 'finance', state: 'active', created_at: now } as const;
    await records.db.insertInto('users').values(user).execute();
    ({ text: finance } = await createKey(records, actor(), { clientId, userId: user.id, ...settings }));
  }, 30_000);
  afterAll(async () => {
    await records.close();
    await stop();
  }, 30_000);

  /** Calls all processes in turn. */
  let turn = 0;
  const call = async (times: number) => {
    const statuses: number[] = [];
    for (let time = 0; time < times; time++) {
      turn += 1;
      const { baseUrl = '' } = gateways[turn % gateways.length] ?? {};
      statuses.push((await curl(baseUrl + TDEE, key)).status);
    }
    return statuses;
  };
  const platform = async (path: string, json?: object) => {
    const { status, body } = await curl(`${gateways[0]?.baseUrl}/platform/v1/${path}`, finance, json);
    expect(status).toBe(200);
    return body;
  };
  const topUp = (credits: number, reference: string) => platform('top-ups', { credits, reference });
  /** The rest of the month according to every process. */
  const left = () =>
    Promise.all(
      gateways.map(async ({ baseUrl }) => {
        const { headers } = await fetch(`${baseUrl}/api/v1/nothing`, { headers: { 'X-API-Key': key } });
        return Number(/"month";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
      }),
    );
  const within1s = (what: string, units: number) =>
    waitUntil(what, async () => ((await left()).every((one) => one === units) ? true : undefined), 1_000);

  it('uses the quota, then credits, and is refused when both are used up', async () => {
    expect(await topUp(2, 'invoice 1')).toMatchObject({
      state: 'paid',
      balance: 2,
      price: { amount: 4, currency: 'EUR' },
    });
    await within1s('the first top-up', 5);
    expect(await call(7)).toEqual([200, 200, 200, 200, 200, 429, 429]);
  });

  it('calls again at every process within a second of a top-up', async () => {
    now += MINUTE;
    expect(await topUp(3, 'invoice 2')).toMatchObject({ begun: true, balance: 5 });
    await within1s('the second top-up', 3);
    expect(await topUp(3, 'invoice 2')).toMatchObject({ begun: false, balance: 5 });
    expect(await call(2)).toEqual([200, 200]);
    expect(await left()).toEqual(gateways.map(() => 1));
  });

  it('prices no call twice when the plan goes up on the last day and down again', async () => {
    now = ENDS - HOUR;
    await setPlan(records, actor(), clientId, 'big', {});
    // 7 of the 10 included units are used, and one credit remains.
    await within1s('the greater plan', 4);
    expect(await call(1)).toEqual([200]);
    await setPlan(records, actor(), clientId, 'small', {});
    await within1s('the lesser plan', 1);
    expect(await call(2)).toEqual([200, 429]);
  });

  it('settles the month once, although every process closes it', async () => {
    await stop();
    now = ENDS + MINUTE;
    await start();
    const settled = () =>
      records.db.selectFrom('ledger').where('kind', '=', 'settlement').select(['source', 'credits']).execute();
    // A quarter of an hour after its end, and after a quarter of an hour without calls.
    now = ENDS + 17 * MINUTE;
    await waitUntil('the settlement', async () => ((await settled()).length > 0 ? true : undefined), 5_000);
    await stop();
    await start();
    expect(await settled()).toEqual([{ source: `settlement:${clientId}:${MONTH}`, credits: -5 }]);
    expect(await platform(`statements/${MONTH}`)).toMatchObject({
      opening_balance: 0,
      entries: [
        { kind: 'top_up', credits: 2, paid: { amount: 4, currency: 'EUR' } },
        { kind: 'top_up', credits: 3, paid: { amount: 6, currency: 'EUR' } },
        { kind: 'settlement', credits: -5, paid: null },
      ],
      closing_balance: 0,
      usage: { included: 4, overage: 5, credits: 5 },
    });
  }, 30_000);

  it('cannot spend the same credits again in the next month', async () => {
    expect(await platform('billing')).toMatchObject({ balance: 0, spendable: 0, quota: 3 });
    expect(await call(4)).toEqual([200, 200, 200, 429]);
  });
}

describe('the story of quota and credits, in one process', () => {
  const dataDir = temporaryFolder('data');
  story(
    () => [{ DATA_DIR: dataDir }],
    () => ({ dataDir }),
  );
});

describeWithPostgres('the story of quota and credits, in two processes', (postgres) => {
  describeWithRedis('with Redis', (redis) => {
    const folders = [temporaryFolder('data'), temporaryFolder('data')];
    story(
      () => folders.map((DATA_DIR) => ({ DATA_DIR, DATABASE_URL: postgres.url, REDIS_URL: redis.url })),
      () => ({ databaseUrl: postgres.url }),
    );
  });
});
