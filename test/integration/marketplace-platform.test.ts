import { afterAll, beforeAll, expect, it } from 'vitest';
import { createKey } from '../../gateway/accounts/keys/keys.ts';
import { openRecords, type Records } from '../../gateway/records/records.ts';
import { type Browser, firstAdmin } from '../support/browser.ts';
import { actor } from '../support/customer.ts';
import { startTestGateway, type TestGateway } from '../support/in-process-gateway.ts';
import { MARKET_HOST, marketplaceEnvironment, subscribe } from '../support/marketplace.ts';

const CONSUMERS = '/platform/v1/marketplaces/market/consumers';
const BMI = '/classic/bmi?height=160&weight=80';

let gateway: TestGateway;
let records: Records;
/** Admin of the account that owns the marketplace `market` only. */
let admin: Browser;

beforeAll(async () => {
  gateway = await startTestGateway(marketplaceEnvironment);
  records = await openRecords({ dataDir: gateway.dataDir });
  admin = await firstAdmin(gateway);
});
afterAll(async () => {
  await records.close();
  await gateway.stop();
});

const call = (headers: Record<string, string>, path = BMI) => fetch(gateway.baseUrl + path, { headers });
const asConsumer = (key: string) => call({ 'X-Marketplace-Key': key, 'X-Marketplace-Host': MARKET_HOST });

it('registers a key, which then opens the classic API', async () => {
  const body = { marketplace: 'market', user: 'ann', subscription: 'PRO', key: 'key-of-ann-1' };
  expect((await asConsumer('key-of-ann-1')).status).toBe(401);
  const made = await admin.call('POST', '/platform/v1/marketplaces/keys', body);
  expect(made).toMatchObject({ status: 201, body: { registered: 1, unchanged: 0 } });
  await expect.poll(async () => (await asConsumer('key-of-ann-1')).status, { timeout: 3_000 }).toBe(200);
});

it('imports a CSV file, all of it or nothing', async () => {
  const csv = 'user,subscription,key\nbob,BASIC,key-of-bob-1\nann,PRO,key-of-ann-1\n';
  const importing = (text: string) =>
    admin.call('POST', '/platform/v1/marketplaces/keys/import', { marketplace: 'market', csv: text });
  expect(await importing(`${csv}eve,ULTRA,key-of-eve-1\n`)).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'subscription' }] },
  });
  expect(await importing(csv)).toMatchObject({ status: 201, body: { registered: 1, unchanged: 1 } });
});

it('shows only the marketplaces of the account, with their consumers page by page', async () => {
  const { body } = await admin.call('GET', '/platform/v1/marketplaces');
  expect(body.marketplaces).toMatchObject([{ marketplace: 'market', hosts: [MARKET_HOST], mode: 'key' }]);
  const consumers = async (query: string) => (await admin.call('GET', `${CONSUMERS}${query}`)).body;
  const first = await consumers('?limit=1');
  expect(first).toMatchObject({ consumers: [{ user: 'ann', subscription: 'PRO', plan: 'market-pro', keys: 1 }] });
  expect(await consumers(`?limit=1&cursor=${first.next}`)).toMatchObject({ consumers: [{ user: 'bob' }], next: null });
  expect(await consumers('?find=bas')).toMatchObject({ consumers: [{ user: 'bob' }], next: null });
  expect((await admin.call('GET', CONSUMERS.replace('market/', 'hub/'))).status).toBe(404);
  expect((await admin.call('GET', '/platform/v1/client')).body).toMatchObject({ marketplaces: ['market'] });
});

it('hides the marketplaces of other accounts', async () => {
  const body = { marketplace: 'hub', user: 'ann', subscription: 'PRO', key: 'key-of-ann-1' };
  const refused = await admin.call('POST', '/platform/v1/marketplaces/keys', body);
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: 'marketplace' }] } });
});

it('gives usage and statement of a month as CSV', async () => {
  const usage = await admin.call('GET', '/platform/v1/marketplaces/usage.csv');
  expect(usage.headers.get('content-type')).toMatch(/^text\/csv/);
  expect(usage.body).toMatch(/^marketplace,month,user,subscription,endpoint,/);
  const { body } = await admin.call('GET', '/platform/v1/marketplaces/statement.csv?month=2026-01');
  const [, asOf = ''] = /,([^,]*)\r\n$/.exec(body) ?? [];
  expect(Date.now() - Date.parse(asOf)).toBeLessThan(60_000);
  expect(body.split('\r\n').slice(0, 3)).toEqual([
    'marketplace,month,user,subscription,plan,units,included,overage,credits,as_of',
    `market,2026-01,ann,PRO,market-pro,0,0,0,0,${asOf}`,
    `market,2026-01,bob,BASIC,market-basic,0,0,0,0,${asOf}`,
  ]);
});

it('is closed to a consumer, even with a v1 key', async () => {
  const { clientId } = await subscribe(records, 'carl');
  const key = await createKey(records, actor, {
    clientId,
    userId: null,
    name: 'k',
    environment: 'live',
    expiresAt: null,
    calculators: null,
    cap: null,
  });
  const headers = { 'X-API-Key': key.text };
  expect((await call(headers, '/platform/v1/me')).status).toBe(403);
  expect((await call(headers, '/api/v1')).status).toBe(403);
  expect((await call(headers)).status).toBe(200);
});
