import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../gateway/values/record-id.ts';
import { PLATFORM_ROUTES } from '../../gateway/web/platform/routes/index.ts';
import { MOST_CALLS } from '../../gateway/web/platform/sign-in-throttle.ts';
import { type Browser, firstAdmin } from '../support/browser.ts';
import { startTestGateway, type TestGateway } from '../support/in-process-gateway.ts';

let gateway: TestGateway;
let admin: Browser;
beforeAll(async () => {
  gateway = await startTestGateway({ SIGNUP: 'open' });
  admin = await firstAdmin(gateway);
});
afterAll(() => gateway.stop());

const WITH_BODY = PLATFORM_ROUTES.filter(({ body }) => body !== null);

describe('mass assignment', () => {
  it.each(WITH_BODY.map((route) => [route.name, route] as const))('%s refuses undeclared members', (_, route) => {
    const example = route.body?.meta()?.example as object;
    for (const name of ['client_id', 'role_id', 'password_hash', 'state', 'plan_override', '__proto__']) {
      const body = Object.fromEntries([...Object.entries(example), [name, 'x']]);
      Object.defineProperty(body, name, { value: 'x', enumerable: true });
      if (Object.hasOwn(example, name)) continue;
      expect(route.body?.safeParse(body).success, name).toBe(false);
    }
  });

  it('a user who changes the own name cannot also set a role, another client or a password', async () => {
    for (const more of [{ role: 'admin' }, { client: 'cl_x' }, { password: 'seventeen geese' }, { state: 'active' }]) {
      const refused = await admin.call('PATCH', '/platform/v1/me', { name: 'Ann', ...more });
      expect(refused.body).toMatchObject({ code: 'invalid-parameters', errors: [{ code: 'unknown' }] });
    }
    expect((await admin.call('GET', '/platform/v1/me')).body).toMatchObject({ name: 'Admin' });
  });
});

describe('ids', () => {
  it('are not guessable: 128 random bits each, independent of earlier ones', () => {
    const ids = Array.from({ length: 1_000 }, () => newId('us').slice('us_'.length));
    expect(new Set(ids).size).toBe(1_000);
    for (const id of ids) expect(id).toMatch(/^[0-9A-Za-z]{22}$/);
    // Each position takes nearly all of its 62 values: no counter, no clock. (The first holds the rest of 2^128 /
    // 62^21.)
    for (let place = 1; place < 22; place++) expect(new Set(ids.map((id) => id[place])).size).toBeGreaterThan(55);
  });

  it.each(['us_0000000000000000000000', 'us_1', 'cl_0000000000000000000000', '..', '%2e%2e', "us_' or 1=1", '*'])(
    '%s is answered like every unknown id',
    async (id) => {
      const { status, body } = await admin.call('GET', `/platform/v1/users/${encodeURIComponent(id)}`);
      expect({ status, code: body.code }).toEqual({ status: 404, code: 'not-found' });
    },
  );
});

describe('resource consumption', () => {
  it('one user can make at most six hundred calls a minute', async () => {
    const user = await admin.call('POST', '/platform/v1/users', { name: 'Busy', role: 'developer' });
    const headers = { 'X-API-Key': user.body.key.key };
    const statuses = new Map<number, number>();
    for (let round = 0; round < 13; round++) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => gateway.get('/platform/v1/me', headers)));
      for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect([...statuses]).toEqual([
      [200, MOST_CALLS],
      [429, 50],
    ]);
    expect((await admin.call('GET', '/platform/v1/me')).status).toBe(200);
  });
});
