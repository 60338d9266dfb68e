import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient } from '../../gateway/accounts/clients/clients.ts';
import { createSetupLink } from '../../gateway/accounts/links/setup-link.ts';
import { exportClient } from '../../gateway/accounts/offboarding/client-export.ts';
import { openRecords, type Records } from '../../gateway/records/records.ts';
import { PLATFORM_ROUTES } from '../../gateway/web/platform/routes/index.ts';
import { Browser, firstAdmin, PASSWORD } from '../support/browser.ts';
import { startTestGateway, type TestGateway } from '../support/in-process-gateway.ts';
import { marketplaceEnvironment } from '../support/marketplace.ts';

let gateway: TestGateway;
let records: Records;
/** Two clients: `ann` tries to reach the records of `bea`. */
let ann: Browser;
let bea: Browser;
/** Ids of all records of the second client, by the parameter that takes one. */
let ids: Record<string, string>;

beforeAll(async () => {
  // Bea's account is the first one, and owns the marketplace.
  gateway = await startTestGateway((clientId) => ({ ...marketplaceEnvironment(clientId) }));
  records = await openRecords({ dataDir: gateway.dataDir });
  bea = await firstAdmin(gateway, 'bea@example.com');
  await bea.call('PATCH', '/platform/v1/client', { name: 'Other' });
  const actor = { name: 'test', at: Date.now(), address: null };
  const admin = { name: 'Ann', email: null };
  const created = await createClient(records, actor, { name: 'Mine', plan: 'free', admin });
  const setup = await records.write((trx) => createSetupLink(trx, actor, created, 'set-password'));
  ann = await firstAdmin({ baseUrl: gateway.baseUrl, first: { setup } });
  const { user } = (await bea.call('POST', '/platform/v1/users', { name: 'Bob', role: 'developer' })).body;
  const key = (await bea.call('POST', '/platform/v1/keys', { name: 'k', environment: 'live' })).body;
  const session = (await bea.call('GET', '/platform/v1/session')).body;
  ids = { user: user.id, key: key.id, session: session.id, client: gateway.first.clientId, marketplace: 'market' };
});
afterAll(async () => {
  await records.close();
  await gateway.stop();
});

const members = PLATFORM_ROUTES.filter(({ access }) => access !== 'public');
const exampleOf = (route: (typeof members)[number]) => route.body?.meta()?.example as object | undefined;
const allOfBea = async () => {
  const parts = await Array.fromAsync(
    exportClient(records.db, { clientId: ids.client ?? '', now: 0, retention: { usageMonths: 25, auditMonths: 24 } }),
  );
  return parts.join('').replaceAll(/"lastUsedAt":\d+/g, '');
};

/** A month in a route names no client: such routes count as lists. */
const namesRecord = ({ params, path }: (typeof members)[number]) => params !== null && !path.includes('{month}');
const thisMonth = new Date().toISOString().slice(0, 7);

it.each(members.filter(namesRecord).map((route) => [route.name, route] as const))(
  '%s finds nothing under an id of another client, and changes nothing',
  async (_, route) => {
    const before = await allOfBea();
    const path = route.path.replace(/\{(\w+)\}/g, (__, name: string) => ids[name] ?? expect.unreachable(name));
    const answer = await ann.call(route.method, path, exampleOf(route));
    expect(answer).toMatchObject({ status: 404, body: { code: 'not-found' } });
    expect(await allOfBea()).toEqual(before);
  },
);

it('no list and no export shows anything of another client', async () => {
  for (const route of members) {
    if (route.method !== 'GET' || namesRecord(route)) continue;
    const path = route.path.replace('{month}', thisMonth);
    const { status, body } = await ann.call('GET', path);
    expect(status, path).toBe(200);
    const { marketplace, ...others } = ids;
    for (const id of [...Object.values(others), JSON.stringify(marketplace), 'bea@example.com', 'Bob'])
      expect(JSON.stringify(body), path).not.toContain(id);
  }
});

it('a key for a user of another client is refused', async () => {
  const before = await allOfBea();
  const body = { name: 'k', environment: 'live', user: ids.user };
  expect((await ann.call('POST', '/platform/v1/keys', body)).status).toBe(404);
  expect(await allOfBea()).toEqual(before);
});

it('a session of one client is not valid for another, whatever the body says', async () => {
  const mallory = new Browser(gateway.baseUrl);
  await mallory.signIn('ann@example.com', PASSWORD);
  for (const body of [{ client: ids.client }, { client_id: ids.client }]) {
    expect((await mallory.call('PATCH', '/platform/v1/client', { name: 'Mine', ...body })).status).toBe(400);
  }
  expect((await bea.call('GET', '/platform/v1/client')).body).toMatchObject({ name: 'Other' });
});

it('ids are random and reveal nothing about each other', async () => {
  const made = await Promise.all(
    Array.from({ length: 5 }, (_, at) => bea.call('POST', '/platform/v1/users', { name: `U${at}`, role: 'developer' })),
  );
  const all = made.map(({ body }) => body.user.id);
  for (const id of all) expect(id).toMatch(/^us_[0-9A-Za-z]{22}$/);
  // 128 random bits: the chance that two begin with the same five characters is one in fifty million.
  expect(new Set(all.map((id) => id.slice(0, 8))).size).toBe(5);
});
