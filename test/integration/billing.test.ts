import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../gateway/accounts/clients/clients.ts';
import { changeKey } from '../../gateway/accounts/keys/key-change.ts';
import { createKey } from '../../gateway/accounts/keys/keys.ts';
import { setPlan } from '../../gateway/accounts/plans/plans.ts';
import { addCredits, postEntry } from '../../gateway/billing/ledger.ts';
import { openRecords, type Records } from '../../gateway/records/records.ts';
import type { Role } from '../../gateway/records/tables.ts';
import { saveCheckpoint } from '../../gateway/usage/checkpoint.ts';
import { startTestGateway, TDEE, type TestGateway } from '../support/in-process-gateway.ts';
import { waitUntil } from '../support/wait-until.ts';

const NOW = Date.UTC(2026, 10, 11);
const NONE = { included: 0, overage: 0, credits: 0 };

let gateway: TestGateway;
let records: Records;
const actor = { name: 'test', at: Date.UTC(2026, 9, 1), address: null };

beforeAll(async () => {
  gateway = await startTestGateway({}, () => NOW);
  records = await openRecords({ dataDir: gateway.dataDir });
});
afterAll(async () => {
  await records.close();
  await gateway.stop();
});

/** A client with a user and a key for each role. */
async function account(limits: Parameters<typeof setPlan>[4]) {
  const name = `Client ${Math.random()}`;
  const { clientId, userId } = await createClient(records, actor, {
    name,
    plan: 'free',
    admin: { name: 'A', email: null },
  });
  await setPlan(records, actor, clientId, 'free', { burst: null, ...limits });
  const settings = { name: 'k', environment: 'test', expiresAt: null, calculators: null, cap: null } as const;
  const keyOf = async (role: Role) => {
    let user = userId;
    if (role !== 'admin') {
      user = `us_${role}${Math.random().toString(36).slice(2)}`.padEnd(25, '0').slice(0, 25);
      const state = { role, state: 'active', created_at: NOW, email: null, password_hash: null } as const;
      await records.db
        .insertInto('users')
        .values({ id: user, client_id: clientId, name: role, ...state })
        .execute();
    }
    return { user, key: await createKey(records, actor, { clientId, userId: user, ...settings }) };
  };
  const [admin, developer, finance] = [await keyOf('admin'), await keyOf('developer'), await keyOf('finance')];
  const users = { admin, developer, finance };
  const headers = (role: Role) => ({ 'X-API-Key': users[role].key.text });
  return {
    clientId,
    users,
    get: (role: Role, path: string) => gateway.get(`/platform/v1/${path}`, headers(role)),
    send: (role: Role, method: string, path: string, body: object) =>
      fetch(`${gateway.baseUrl}/platform/v1/${path}`, {
        method,
        headers: { 'Content-Type': 'application/json', ...headers(role) },
        body: JSON.stringify(body),
      }),
    call: (role: Role = 'admin') => gateway.get(TDEE, headers(role)),
  };
}

const json = async (response: Response) => (await response.json()) as Record<string, unknown>;

describe('the hard stop of a client', () => {
  it('refuses every call beyond it at once, whatever quota and credits remain, and says so', async () => {
    const acme = await account({ quota: 1, mode: 'credits' });
    await addCredits(records, actor, { clientId: acme.clientId, credits: 50, source: acme.clientId, note: null });
    expect(await json(await acme.send('finance', 'PUT', 'hard-stop', { ceiling: 2 }))).toMatchObject({
      own: 2,
      ceiling: 2,
    });
    const statuses = async () => [(await acme.call()).status, (await acme.call()).status];
    expect(await statuses()).toEqual([200, 200]);
    const refused = await acme.call();
    expect(refused.status).toBe(429);
    expect(await json(refused)).toMatchObject({ detail: expect.stringContaining(' 2 ') });
    await acme.send('admin', 'PUT', 'hard-stop', { ceiling: null });
    await waitUntil('the stop is lifted', async () => ((await acme.call()).status === 200 ? true : undefined), 1_000);
  });

  it('cannot be set by developers, and must not be negative', async () => {
    const acme = await account({ quota: 1 });
    expect((await acme.send('developer', 'PUT', 'hard-stop', { ceiling: 2 })).status).toBe(403);
    expect((await acme.send('admin', 'PUT', 'hard-stop', { ceiling: -1 })).status).toBe(400);
    expect(await json(await acme.get('admin', 'hard-stop'))).toMatchObject({ own: null, ceiling: null });
  });
});

describe('a key’s own cap', () => {
  it('stops that key and no other', async () => {
    const acme = await account({ quota: 100 });
    await changeKey(records, actor, acme.users.developer.key.id, { cap: 1 });
    await waitUntil('the cap is in force', async () => {
      const { status } = await acme.call('developer');
      return status === 429 ? true : undefined;
    });
    expect((await acme.call('admin')).status).toBe(200);
  });
});

describe('usage', () => {
  it('is shown by range and groups, as JSON and CSV; developers see their own keys if permitted', async () => {
    const acme = await account({ quota: 100 });
    const { admin, developer } = acme.users;
    const row = { day: '2026-11-02', calculator: 'bmi', status: '2xx', calls: 4, units: 4 } as const;
    await saveCheckpoint(records, {
      client: acme.clientId,
      month: '2026-11',
      counter: { epoch: 'e', base: NONE, admitted: { ...NONE, included: 10 }, returned: NONE },
      credits: { epoch: 'c', base: 0, taken: 0, returned: 0 },
      limits: null,
      usage: [
        { ...row, key: admin.key.id },
        { ...row, key: admin.key.id, status: '429', calls: 2, units: 0 },
        { ...row, key: developer.key.id, day: '2026-11-03', calls: 6, units: 6 },
      ],
    });
    const range = 'since=2026-11-01&until=2026-11-30';
    const none = { client_errors: 0, server_errors: 0, refused: 0 };
    expect(await json(await acme.get('finance', `usage/history?${range}&by=day,key`))).toEqual({
      as_of: new Date(NOW).toISOString(),
      since: '2026-11-01',
      until: '2026-11-30',
      by: ['day', 'key'],
      lines: [
        { group: { day: '2026-11-02', key: admin.key.id }, calls: 4, units: 4, ...none, refused: 2 },
        { group: { day: '2026-11-03', key: developer.key.id }, calls: 6, units: 6, ...none },
      ],
      complete: true,
      keys: [admin, developer]
        .map(({ key: { id, text } }) => ({ id, name: 'k', hint: text.slice(-4) }))
        .toSorted((one, other) => (one.id < other.id ? -1 : 1)),
      users: [],
      language: 'en',
    });
    const csv = await acme.get('admin', `usage.csv?${range}&by=user`);
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const lines = (await csv.text()).split('\r\n');
    expect(lines[0]).toBe('user,calls,units,client_errors,server_errors,refused,user_name');
    expect(lines.slice(1).toSorted()).toEqual(
      ['', `${admin.user},4,4,0,0,2,A`, `${developer.user},6,6,0,0,0,developer`].toSorted(),
    );

    const settings = (developer_usage: 'none' | 'own') =>
      records.db.updateTable('clients').set({ developer_usage }).where('id', '=', acme.clientId).execute();
    await settings('none');
    for (const path of ['usage/history', 'usage.csv', `keys/${developer.key.id}/usage`]) {
      expect((await acme.get('developer', path)).status).toBe(403);
    }
    await settings('own');
    expect(await json(await acme.get('developer', `usage/history?${range}&by=key`))).toMatchObject({
      lines: [{ group: { key: developer.key.id }, units: 6 }],
      keys: [{ id: developer.key.id }],
    });
    expect(await json(await acme.get('developer', `usage/history?${range}&by=user`))).toMatchObject({
      users: [{ id: developer.user, name: 'developer' }],
    });
    expect(await (await acme.get('developer', `usage.csv?${range}&by=key`)).text()).not.toContain(admin.key.id);

    // 10 units in 10 of 30 days.
    expect(await json(await acme.get('finance', 'billing'))).toMatchObject({ used: 10, forecast: 30, remaining: 90 });
  });

  it.each(['since=2026-11-31', 'until=today', 'by=', 'by=day,day', 'by=hour', 'month=2026-11'])(
    'refuses the query %s',
    async (query) => {
      const acme = await account({ quota: 1 });
      expect((await acme.get('admin', `usage/history?${query}`)).status).toBe(400);
    },
  );
});

describe('the statement of a month', () => {
  it('is for admins and finance users, as JSON and CSV', async () => {
    const acme = await account({ quota: 1 });
    await addCredits(records, actor, { clientId: acme.clientId, credits: 9, source: acme.clientId, note: null });
    expect(await json(await acme.get('finance', 'statements/2026-10'))).toMatchObject({
      month: '2026-10',
      opening_balance: 0,
      entries: [{ at: '2026-10-01T00:00:00.000Z', kind: 'top_up', credits: 9 }],
      closing_balance: 9,
    });
    const file = await acme.get('admin', 'statements/2026-11/csv');
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="statement-2026-11.csv"');
    expect(await file.text()).toContain('2026-11-01T00:00:00.000Z,opening_balance,,,,9,,\r\n');
    expect((await acme.get('developer', 'statements/2026-11')).status).toBe(403);
    expect((await acme.get('admin', 'statements/november')).status).toBe(404);
  });
});

describe('a client whose credits were charged back', () => {
  it('is refused until the balance is above zero again', async () => {
    const acme = await account({ quota: 0, mode: 'credits' });
    const enter = (credits: number, kind: 'top_up' | 'adjustment') =>
      records.write((trx) => {
        const source = `${acme.clientId}:${Math.random()}`;
        return postEntry(trx, actor, { clientId: acme.clientId, kind, credits, source, note: null });
      });
    await enter(2, 'top_up');
    expect([(await acme.call()).status, (await acme.call()).status]).toEqual([200, 200]);
    await enter(-2, 'adjustment');
    const billing = async () => json(await acme.get('finance', 'billing'));
    await enter(1, 'top_up');
    await waitUntil('what is left is known', async () => {
      const left = (await acme.call()).headers.get('ratelimit-policy');
      return left?.includes('"month";q=0;') ? true : undefined;
    });
    expect((await acme.call()).status).toBe(429);
    expect(await billing()).toMatchObject({ balance: 1 });
    await enter(2, 'top_up');
    await waitUntil('it goes on', async () => ((await acme.call()).status === 200 ? true : undefined), 1_000);
  });
});
