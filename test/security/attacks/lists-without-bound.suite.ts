import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { createKey } from '../../../gateway/accounts/keys/keys.ts';
import { PLATFORM_ROUTES } from '../../../gateway/web/platform/routes/index.ts';
import { actor } from '../../support/customer.ts';
import { type Installation, type SignedInAdmin, signedInAdmin } from '../../support/installation.ts';

/** Why a list needs no pages. */
const BOUNDED: Readonly<Record<string, string>> = {
  listSessions: 'a user has at most 50 sessions',
  listPlans: 'the operator names the plans',
  listOpenCalculators: 'the operator loads the plugins',
  listRoles: 'there are three roles, and the routes of this program',
  listMarketplaces: 'the operator names the marketplaces',
  readClient: 'the operator names the marketplaces',
  readUsage: 'a line for each day, key and calculator of one month',
  readKeyUsage: 'a line for each day of one month',
  readUsageHistory: 'at most 5,000 lines; the file has all',
};

const isList = (schema: unknown) => schema instanceof z.ZodArray;
const LISTS = PLATFORM_ROUTES.filter(
  ({ method, answer }) => method === 'GET' && answer instanceof z.ZodObject && Object.values(answer.shape).some(isList),
);
const PAGED = LISTS.filter(({ name }) => !Object.hasOwn(BOUNDED, name));

const KEYS = 60;
/** Entries of a page without `limit`. */
const PAGE = 50;

/** The lists of a tenant with many rows, a page from each gateway in turn. */
export function pagedLists(installation: () => Installation): void {
  let admin: SignedInAdmin;
  beforeAll(async () => {
    admin = await signedInAdmin(installation(), 'lists@example.com');
  });

  it('every list of the platform is paged, or has a known bound', () => {
    expect(PAGED.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['listUsers', 'listKeys', 'listPayments', 'readStatement', 'listConsumers', 'listAudit']),
    );
    for (const { name, query, answer } of PAGED) {
      expect(Object.keys(query?.shape ?? {}), name).toEqual(expect.arrayContaining(['limit', 'cursor']));
      expect(Object.keys(answer instanceof z.ZodObject ? answer.shape : {}), name).toContain('next');
    }
    expect(Object.keys(BOUNDED).filter((name) => !LISTS.some((one) => one.name === name))).toEqual([]);
  });

  it('a page has the requested number of entries, and an invalid cursor is refused by name', async () => {
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

  it('a list of many rows comes in pages of 50, each row once, even while rows are added', async () => {
    const owner = { clientId: admin.clientId, userId: null, name: 'k', environment: 'test' } as const;
    const add = () =>
      createKey(installation().records, actor, { ...owner, expiresAt: null, calculators: null, cap: null });
    const before: string[] = [];
    while (before.length < KEYS) before.push((await add()).id);

    const pages: string[][] = [];
    for (let cursor = ''; ; ) {
      const { body } = await admin.call('GET', `/platform/v1/keys${cursor}`);
      pages.push(body.keys.map(({ id }: { id: string }) => id));
      if (body.next === null) break;
      cursor = `?cursor=${body.next}`;
      await add();
    }
    expect(pages.map(({ length }) => length <= PAGE)).toEqual(pages.map(() => true));
    expect(pages.length).toBeGreaterThan(1);
    const listed = pages.flat();
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed).toEqual(expect.arrayContaining(before));
  });
}
