import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../gateway/accounts/clients/clients.ts';
import { hashPassword } from '../../gateway/accounts/sessions/password.ts';
import { openRecords, type Records } from '../../gateway/records/records.ts';
import { MOST_SIGN_INS } from '../../gateway/web/platform/sign-in-throttle.ts';
import { PASSWORD } from '../support/browser.ts';
import { startTestGateway, type TestGateway } from '../support/in-process-gateway.ts';

const SESSION = '/platform/v1/session';
const RESET = '/platform/v1/password-reset';
const SIGN_UP = '/platform/v1/sign-up';

let gateway: TestGateway;
let records: Records;
let passwordHash: string;
beforeAll(async () => {
  gateway = await startTestGateway({ SIGNUP: 'open', TRUST_PROXY: '127.0.0.1' });
  records = await openRecords({ dataDir: gateway.dataDir });
  passwordHash = await hashPassword(PASSWORD);
});
afterAll(async () => {
  await records.close();
  await gateway.stop();
});

let made = 0;

/** The address of an account with the password of these tests. */
async function existing(): Promise<string> {
  made += 1;
  const email = `user${made}@example.com`;
  const actor = { name: 'test', at: Date.now(), address: null };
  const { userId } = await createClient(records, actor, {
    name: `Client ${made}`,
    plan: 'free',
    admin: { name: 'Someone', email },
  });
  await records.db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute();
  return email;
}

/** An address of the same length without an account. */
function missing(): string {
  made += 1;
  return `none${made}@example.com`;
}

let calls = 0;

/** A call from another address each time, or from the given one. */
function post(path: string, body: object, from?: string, headers: Record<string, string> = {}): Promise<Response> {
  calls += 1;
  const address = from ?? `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}`;
  return gateway.post(path, body, { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': address, ...headers });
}

const attempt = (email: string, password = 'not the password', from?: string, headers?: Record<string, string>) =>
  post(SESSION, { email, password }, from, headers);

async function shape(response: Response): Promise<unknown> {
  const text = await response.text();
  const { request_id: _, ...body } = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
  return { status: response.status, body, headers: [...response.headers.keys()].sort() };
}

describe('account enumeration', () => {
  it('a failed sign-in has the same answer whether the account exists or not', async () => {
    expect(await shape(await attempt(await existing()))).toEqual(await shape(await attempt(missing())));
  });

  it('a forgotten password has the same answer whether the account exists or not', async () => {
    const known = await shape(await post(RESET, { email: await existing() }));
    expect(known).toEqual(await shape(await post(RESET, { email: missing() })));
    expect(known).toMatchObject({ status: 202 });
  });

  it('a sign-up has the same answer whether the account exists or not', async () => {
    const form = { name: 'Dora Maar', account: 'Acme' };
    const known = await shape(await post(SIGN_UP, { ...form, email: await existing() }));
    expect(known).toEqual(await shape(await post(SIGN_UP, { ...form, email: missing() })));
    expect(known).toMatchObject({ status: 202 });
  });

  it('the throttle of an account has the same answer whether it exists or not', async () => {
    for (const email of [await existing(), missing()]) {
      for (let time = 0; time < MOST_SIGN_INS; time++) expect((await attempt(email)).status).toBe(401);
      expect((await attempt(email)).status).toBe(429);
    }
  });
});

/** The first quartile of the times, in milliseconds: the least disturbed ones. */
function undisturbed(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 4)] ?? Number.NaN;
}

/** Times of two kinds of call, measured in turn, so that a slow moment affects both. */
async function timesOf(rounds: number, one: () => Promise<Response>, other: () => Promise<Response>) {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    const both = [one, other].entries().toArray();
    // The order alternates, so that work left over from one call does not always burden the same kind.
    for (const [at, call] of round % 2 === 0 ? both : both.reverse()) {
      const begin = performance.now();
      await (await call()).arrayBuffer();
      times[at === 0 ? 0 : 1].push(performance.now() - begin);
    }
  }
  return times.map(undisturbed);
}

describe('timing', () => {
  it('of a failed sign-in does not reveal whether the account exists', async () => {
    const known: string[] = [];
    for (let at = 0; at < 6; at++) known.push(await existing());
    let round = 0;
    const [there = 0, nowhere = 0] = await timesOf(
      36,
      () => attempt(known[round++ % known.length] ?? ''),
      () => attempt(missing()),
    );
    // Without the hash of the password the answer takes a tenth of the time or less.
    expect(nowhere / there).toBeGreaterThan(0.8);
    expect(nowhere / there).toBeLessThan(1.25);
  });

  it('of a forgotten password does not reveal whether the account exists', async () => {
    // A busy machine spoils one measurement; a real difference shows in each. The ratio is 1.6 if only existing
    // accounts cost a write.
    const ratios: number[] = [];
    const isEven = (ratio: number) => ratio > 0.75 && ratio < 1.33;
    while (ratios.length < 3 && !ratios.some(isEven)) ratios.push(await resetRatio());
    expect(ratios.filter(isEven), `${ratios}`).toHaveLength(1);
  });
});

/** The time of a reset for an existing account, divided by the time for a missing one. */
async function resetRatio(): Promise<number> {
  const known: string[] = [];
  for (let at = 0; at < 20; at++) known.push(await existing());
  let round = 0;
  const [there = 0, nowhere = 0] = await timesOf(
    80,
    () => post(RESET, { email: known[round++ % known.length] ?? '' }),
    () => post(RESET, { email: missing() }),
  );
  return there / nowhere;
}

describe('the throttle of sign-ins', () => {
  it('stops a guesser after ten failures of one account, from any number of addresses, even at once', async () => {
    const email = await existing();
    const all = await Promise.all(Array.from({ length: MOST_SIGN_INS + 10 }, () => attempt(email)));
    expect(all.filter(({ status }) => status === 401)).toHaveLength(MOST_SIGN_INS);
    const refused = await attempt(email, PASSWORD);
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ code: 'too-many-attempts' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
  });

  it('does not count successful sign-ins', async () => {
    const email = await existing();
    for (let time = 0; time < MOST_SIGN_INS + 2; time++) {
      expect((await attempt(email, PASSWORD, '203.0.113.9')).status).toBe(201);
    }
  });

  it('does not lock a user out of a known browser after strangers have guessed', async () => {
    const email = await existing();
    const first = await attempt(email, PASSWORD);
    const device = first.headers.getSetCookie().find((cookie) => cookie.includes('-device=')) ?? '';
    const known = { Cookie: device.split(';', 1)[0] ?? '' };
    for (let time = 0; time <= MOST_SIGN_INS; time++) await attempt(email);
    expect((await attempt(email, PASSWORD)).status).toBe(429);
    expect((await attempt(email, PASSWORD, undefined, known)).status).toBe(201);
    // The browser is known to this account only, and does not let an attacker guess further.
    expect((await attempt(await existing(), 'x', undefined, known)).status).toBe(401);
    for (let time = 0; time < MOST_SIGN_INS; time++) await attempt(email, 'x', undefined, known);
    expect((await attempt(email, PASSWORD, undefined, known)).status).toBe(429);
  });

  it('sends at most five mails an hour to one address, with the same answer for all', async () => {
    for (const email of [await existing(), missing()]) {
      const statuses: number[] = [];
      for (let time = 0; time < 6; time++) statuses.push((await post(RESET, { email })).status);
      expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
    }
  });
});
