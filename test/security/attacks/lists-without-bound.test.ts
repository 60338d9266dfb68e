// A tenant adds rows for as long as it likes, and then asks for lists: with 4,752 keys each list took 40 to 90 ms in which
// nobody else was answered, and the answer grew with the rows. Every list of the platform is read in pages now, by a cursor
// that says where a page begins; what is not paged is bounded by what it is made of.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { PLATFORM_ROUTES } from '../../../gateway/web/platform/routes/index.ts';
import { type Browser, firstAdmin } from '../../support/browser.ts';
import { startTestGateway, type TestGateway } from '../../support/in-process-gateway.ts';

/** Why a list is answered whole. */
const BOUNDED: Readonly<Record<string, string>> = {
  listSessions: 'a user has at most 50 sessions',
  listPlans: 'the operator names the plans',
  listOpenCalculators: 'the operator loads the plugins',
  listRoles: 'there are three roles, and the routes of this program',
  listMarketplaces: 'the operator names the marketplaces',
  readClient: 'the operator names the marketplaces',
  readUsage: 'a line for each day, key and calculator of one month',
  readUsageHistory: 'at most 5,000 lines; the file has all',
};

const isList = (schema: unknown) => schema instanceof z.ZodArray;
const LISTS = PLATFORM_ROUTES.filter(
  ({ method, answer }) => method === 'GET' && answer instanceof z.ZodObject && Object.values(answer.shape).some(isList),
);
const PAGED = LISTS.filter(({ name }) => !Object.hasOwn(BOUNDED, name));

let gateway: TestGateway;
let admin: Browser;
beforeAll(async () => {
  gateway = await startTestGateway();
  admin = await firstAdmin(gateway);
});
afterAll(() => gateway.stop());

it('every list of the platform is paged, or bounded by what it is made of', () => {
  expect(PAGED.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['listUsers', 'listKeys', 'listPayments', 'readStatement', 'listConsumers', 'listAudit']),
  );
  for (const { name, query, answer } of PAGED) {
    expect(Object.keys(query?.shape ?? {}), name).toEqual(expect.arrayContaining(['limit', 'cursor']));
    expect(Object.keys(answer instanceof z.ZodObject ? answer.shape : {}), name).toContain('next');
  }
  expect(Object.keys(BOUNDED).filter((name) => !LISTS.some((one) => one.name === name))).toEqual([]);
});

it('a page has as many entries as asked for, and a cursor that is none of ours is told by name', async () => {
  for (let user = 0; user < 4; user++) {
    await admin.call('POST', '/platform/v1/users', { name: `User ${user}`, role: 'developer' });
  }
  const first = (await admin.call('GET', '/platform/v1/users?limit=2')).body;
  expect(first.users).toHaveLength(2);
  const second = (await admin.call('GET', `/platform/v1/users?limit=2&cursor=${first.next}`)).body;
  const third = (await admin.call('GET', `/platform/v1/users?limit=2&cursor=${second.next}`)).body;
  expect(third).toMatchObject({ users: [{}], next: null });
  const ids = [first, second, third].flatMap(({ users }) => users.map(({ id }: { id: string }) => id));
  expect(new Set(ids).size).toBe(5);

  const paths = PAGED.map(({ path }) => path.replace('{month}', '2026-11')).filter((path) => !path.includes('{'));
  for (const path of paths) {
    for (const cursor of ['x', '0', first.next.slice(1), `${first.next}a`, 'W10', 'a'.repeat(1_025), '%00']) {
      const refused = await admin.call('GET', `${path}?cursor=${cursor}`);
      expect({ path, cursor, ...refused }).toMatchObject({ status: 400, body: { errors: [{ field: 'cursor' }] } });
    }
    for (const limit of ['0', '201', '-1', '1e2', '1.5']) {
      const refused = await admin.call('GET', `${path}?limit=${limit}`);
      expect({ path, limit, ...refused }).toMatchObject({ status: 400, body: { errors: [{ field: 'limit' }] } });
    }
  }
});
