import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRecords, type Records } from '../../gateway/records/records.ts';
import { SESSION_COOKIE } from '../../gateway/web/platform/cookies.ts';
import { Browser, firstAdmin, PASSWORD } from '../support/browser.ts';
import { startTestGateway, type TestGateway } from '../support/in-process-gateway.ts';

const SESSION = '/platform/v1/session';
const EMAIL = 'ann@example.com';

let gateway: TestGateway;
let records: Records;
let clock = Date.UTC(2026, 10, 21, 12);
beforeAll(async () => {
  gateway = await startTestGateway({}, () => clock);
  records = await openRecords({ dataDir: gateway.dataDir });
  await firstAdmin(gateway, EMAIL);
});
afterAll(async () => {
  await records.close();
  await gateway.stop();
});

const HOUR = 3_600_000;

async function signIn(headers: Record<string, string> = {}) {
  const answer = await gateway.post(SESSION, { email: EMAIL, password: PASSWORD }, headers);
  expect(answer.status).toBe(201);
  const cookies = answer.headers.getSetCookie();
  const cookie = cookies.find((one) => one.startsWith(`${SESSION_COOKIE}=`)) ?? '';
  const token = /=([^;]*)/.exec(cookie)?.[1] ?? '';
  const body = (await answer.json()) as { csrf_token: string; id: string };
  const own = { Cookie: `${SESSION_COOKIE}=${token}` };
  return { cookies, token, csrf: body.csrf_token, id: body.id, own };
}

const read = async (headers: Record<string, string>) => (await gateway.get(SESSION, headers)).status;
const change = (headers: Record<string, string>) =>
  fetch(`${gateway.baseUrl}/platform/v1/me`, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: '{"name":"Ann"}',
  });

describe('cookie flags', () => {
  it('keep the session away from scripts, plain HTTP, other hosts and other sites', async () => {
    const { cookies } = await signIn();
    expect(cookies).toHaveLength(2);
    for (const cookie of cookies) {
      const [pair = '', ...attributes] = cookie.split('; ');
      expect(pair).toMatch(/^__Host-vitalgate(-device)?=[0-9A-Za-z]{43}$/);
      expect(attributes.filter((one) => !one.startsWith('Max-Age=')).sort()).toEqual([
        'HttpOnly',
        'Path=/',
        'SameSite=Lax',
        'Secure',
      ]);
    }
  });

  it('no answer of the platform may be cached', async () => {
    const { own } = await signIn();
    const answer = await gateway.get(SESSION, own);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect((await gateway.get(SESSION, {})).headers.get('cache-control')).toBe('private, no-store');
  });

  it('answers with data of a caller are not compressed', async () => {
    const { own } = await signIn();
    const accepting = { 'Accept-Encoding': 'gzip, br' };
    const answer = await gateway.get(SESSION, { ...own, ...accepting });
    expect(await answer.text()).toContain('csrf_token');
    expect(answer.headers.get('Content-Encoding')).toBeNull();
    const call = await gateway.get('/api/v1/bmi?weight=80&height=200', { ...accepting, 'X-API-Key': gateway.key });
    expect([call.status, call.headers.get('Content-Encoding')]).toEqual([200, null]);
  });
});

describe('session fixation', () => {
  it('a token that the browser had before signing in is worthless afterwards', async () => {
    const planted = 'A'.repeat(43);
    const { token } = await signIn({ Cookie: `${SESSION_COOKIE}=${planted}` });
    expect(token).not.toBe(planted);
    expect(await read({ Cookie: `${SESSION_COOKIE}=${planted}` })).toBe(401);
  });

  it('signing in over a session ends that session', async () => {
    const first = await signIn();
    const second = await signIn(first.own);
    expect(second.token).not.toBe(first.token);
    expect(await read(first.own)).toBe(401);
    expect(await read(second.own)).toBe(200);
  });
});

describe('a session token', () => {
  it('has 256 random bits, and only its hash is stored', async () => {
    const { token } = await signIn();
    expect(token).toMatch(/^[0-9A-Za-z]{43}$/);
    const rows = await records.db.selectFrom('sessions').select('hash').execute();
    expect(rows.map(({ hash }) => hash)).toContain(createHash('sha256').update(token).digest('hex'));
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(gateway.logged()).not.toContain(token);
  });

  it('is refused with the same 401 if it is missing, malformed, unknown, doubled or sent with a key', async () => {
    const { token, own } = await signIn();
    const refused = [
      {},
      { Cookie: `${SESSION_COOKIE}=` },
      { Cookie: `${SESSION_COOKIE}=${token}x` },
      { Cookie: `${SESSION_COOKIE}=${'0'.repeat(43)}` },
      { Cookie: `${own.Cookie}; ${own.Cookie}` },
      { ...own, 'X-API-Key': gateway.key },
    ];
    const bodies = await Promise.all(
      refused.map(async (headers) => {
        const answer = await gateway.get(SESSION, headers);
        expect(answer.status).toBe(401);
        const { request_id: _, ...body } = (await answer.json()) as Record<string, unknown>;
        return JSON.stringify(body);
      }),
    );
    expect(new Set(bodies).size).toBe(1);
    expect((await gateway.get(`/platform/v1/me?apikey=${gateway.key}`, own)).status).toBe(401);
  });

  it('ends after twelve unused hours, and after fourteen days in any case', async () => {
    const idle = await signIn();
    clock += 12 * HOUR;
    expect(await read(idle.own)).toBe(401);
    const busy = await signIn();
    // Used every eight hours, the last time eight hours before the fourteen days are over.
    for (let hours = 0; hours < 14 * 24; hours += 8) {
      expect(await read(busy.own)).toBe(200);
      clock += 8 * HOUR;
    }
    expect(await read(busy.own)).toBe(401);
  });

  it('opens no calculator', async () => {
    const { own } = await signIn();
    expect((await gateway.get('/api/v1', own)).status).toBe(401);
  });
});

describe('CSRF', () => {
  it('a changing call by cookie needs the token of its own session', async () => {
    const mine = await signIn();
    const other = await signIn();
    for (const token of [undefined, '', 'x', other.csrf, mine.token]) {
      const answer = await change({ ...mine.own, ...(token === undefined ? {} : { 'X-CSRF-Token': token }) });
      expect(answer.status).toBe(403);
      expect(await answer.json()).toMatchObject({ code: 'csrf-refused' });
    }
    expect((await change({ ...mine.own, 'X-CSRF-Token': mine.csrf })).status).toBe(200);
  });

  it('a page of another origin changes nothing, even with the token', async () => {
    const { own, csrf } = await signIn();
    const headers = { ...own, 'X-CSRF-Token': csrf };
    for (const site of ['cross-site', 'same-site']) {
      expect((await change({ ...headers, 'Sec-Fetch-Site': site })).status).toBe(403);
    }
    expect((await change({ ...headers, Origin: 'https://evil.example' })).status).toBe(403);
    expect((await change({ ...headers, Origin: 'null' })).status).toBe(403);
    expect((await change({ ...headers, Origin: gateway.baseUrl })).status).toBe(200);
    expect((await change({ ...headers, 'Sec-Fetch-Site': 'same-origin' })).status).toBe(200);
  });

  it('a page of another origin cannot sign the visitor in to an account of its own', async () => {
    const headers = { 'Sec-Fetch-Site': 'cross-site' };
    expect((await gateway.post(SESSION, { email: EMAIL, password: PASSWORD }, headers)).status).toBe(403);
  });

  it('a form, which cannot send JSON, changes nothing', async () => {
    const { own, csrf } = await signIn();
    const headers = { ...own, 'X-CSRF-Token': csrf, 'Content-Type': 'application/x-www-form-urlencoded' };
    expect((await change(headers)).status).toBe(415);
  });

  it('a call by key needs no token: no browser sends a key by itself', async () => {
    expect((await gateway.post('/platform/v1/top-ups', { credits: 10, reference: 'by key' })).status).toBe(200);
  });
});

describe('a user who signs out', () => {
  it('ends this session and its cookie', async () => {
    const browser = new Browser(gateway.baseUrl);
    await browser.signIn(EMAIL);
    const answer = await browser.call('DELETE', SESSION);
    expect(answer.status).toBe(204);
    expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^__Host-vitalgate=; .*Max-Age=0/)]);
  });

  it('can list the own sessions, end one of them, and end all', async () => {
    const here = await signIn();
    const there = await signIn({ 'User-Agent': 'a stolen telephone' });
    const listed = (await (await gateway.get('/platform/v1/sessions', here.own)).json()) as {
      sessions: { id: string; current: boolean; user_agent: string }[];
    };
    expect(listed.sessions.filter(({ current }) => current).map(({ id }) => id)).toEqual([here.id]);
    expect(listed.sessions.find(({ id }) => id === there.id)?.user_agent).toBe('a stolen telephone');
    expect(JSON.stringify(listed)).not.toContain(there.token);
    const remove = (path: string) =>
      fetch(gateway.baseUrl + path, { method: 'DELETE', headers: { ...here.own, 'X-CSRF-Token': here.csrf } });
    expect((await remove(`/platform/v1/sessions/${there.id}`)).status).toBe(204);
    expect((await remove(`/platform/v1/sessions/${there.id}`)).status).toBe(404);
    expect(await read(there.own)).toBe(401);
    const third = await signIn();
    expect((await remove('/platform/v1/sessions')).status).toBe(204);
    expect([await read(here.own), await read(third.own)]).toEqual([401, 401]);
  });
});

describe('a changed password', () => {
  const NEXT = 'eleven owls above Bergen';

  it('needs the current password, ends all other sessions, and gives this session a new token', async () => {
    const here = await signIn();
    const there = await signIn();
    const put = (body: object) =>
      fetch(`${gateway.baseUrl}/platform/v1/me/password`, {
        method: 'PUT',
        headers: { ...here.own, 'X-CSRF-Token': here.csrf, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    const wrong = await put({ current_password: 'not that one at all', password: NEXT });
    expect(await wrong.json()).toMatchObject({ errors: [{ field: 'current_password' }] });
    expect((await put({ current_password: PASSWORD, password: 'ann@example2026' })).status).toBe(400);
    const changed = await put({ current_password: PASSWORD, password: NEXT });
    expect(changed.status).toBe(200);
    expect([await read(here.own), await read(there.own)]).toEqual([401, 401]);
    const [cookie = ''] = changed.headers.getSetCookie();
    expect(await read({ Cookie: cookie.split(';', 1)[0] ?? '' })).toBe(200);
    expect((await gateway.post(SESSION, { email: EMAIL, password: PASSWORD }, {})).status).toBe(401);
    expect((await gateway.post(SESSION, { email: EMAIL, password: NEXT }, {})).status).toBe(201);
  });
});
