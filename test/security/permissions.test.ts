import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeClientSettings } from '../../gateway/accounts/clients/client-settings.ts';
import { createClient } from '../../gateway/accounts/clients/clients.ts';
import { changeKey } from '../../gateway/accounts/keys/key-change.ts';
import { createKey } from '../../gateway/accounts/keys/keys.ts';
import { ROLES } from '../../gateway/accounts/role-access.ts';
import { beginSession } from '../../gateway/accounts/sessions/sessions.ts';
import { createUser } from '../../gateway/accounts/users/user-create.ts';
import { openRecords, type Records } from '../../gateway/records/records.ts';
import type { Role } from '../../gateway/records/tables.ts';
import { SESSION_COOKIE } from '../../gateway/web/platform/cookies.ts';
import { csrfToken } from '../../gateway/web/platform/csrf.ts';
import { type Permission, permissions, type Verdict } from '../../gateway/web/platform/permissions.ts';
import { PLATFORM_ROUTES } from '../../gateway/web/platform/routes/index.ts';
import { startTestGateway, TDEE, type TestGateway } from '../support/in-process-gateway.ts';
import { toolCall } from '../support/mcp-client.ts';

const TABLE = permissions(PLATFORM_ROUTES);
const title = ({ method, path }: Permission) => `${method} ${path}`;

let gateway: TestGateway;
/** Works on the same records as the gateway, like the command line. */
let records: Records;
beforeAll(async () => {
  // Every call comes from another address, so that no throttle interferes.
  gateway = await startTestGateway({ SIGNUP: 'open', TRUST_PROXY: '127.0.0.1' });
  records = await openRecords({ dataDir: gateway.dataDir });
});
afterAll(async () => {
  await records.close();
  await gateway.stop();
});

/** A user with a key and a session. */
interface Person {
  readonly id: string;
  readonly key: { readonly id: string; readonly text: string };
  readonly session: { readonly id: string; readonly token: string };
}

type Client = Readonly<Record<Role, Person>> & { readonly colleague: Person };

let made = 0;

/** A client with a user in each role, and one more developer. */
async function newClient(): Promise<Client> {
  made += 1;
  const actor = { name: 'test', at: Date.now(), address: null };
  const admin = { name: 'Ann', email: `ann${made}@example.com` };
  const { clientId, userId } = await createClient(records, actor, { name: `Client ${made}`, plan: 'free', admin });
  await changeClientSettings(records, actor, clientId, { developerKeys: 'own' });
  const session = (id: string) => records.write((trx) => beginSession(trx, actor, { id, client_id: clientId }, 'test'));
  const user = async (role: Role) => {
    const input = { clientId, name: role, role, email: null, language: 'en' } as const;
    const created = await createUser(records, actor, async () => undefined, input);
    // The table is about roles; a key rotates itself only if an admin has allowed it.
    await changeKey(records, actor, created.key.id, { rotatesItself: true });
    return { id: created.userId, key: created.key, session: await session(created.userId) };
  };
  const anything = { expiresAt: null, calculators: null, cap: null };
  const key = await createKey(records, actor, {
    clientId,
    userId,
    name: 'k',
    environment: 'live',
    rotatesItself: true,
    ...anything,
  });
  return {
    admin: { id: userId, key, session: await session(userId) },
    developer: await user('developer'),
    finance: await user('finance'),
    colleague: await user('developer'),
  };
}

interface Answer {
  readonly status: number;
  /** The code of a problem. */
  readonly code: string | null;
}

/** The query of the README's call as a body, alone and in a batch. */
const INPUT = { weight: 82, height: 178, age: 34, gender: 'male', activity_level: 'moderately_active' };
const CALCULATOR_BODIES: Readonly<Record<string, object>> = {
  '/api/v1/{calculator}': INPUT,
  '/api/v1/batch': { requests: [{ calculator: 'tdee', input: INPUT }] },
  '/mcp': toolCall('tdee', INPUT),
};

/** Calculators accept keys only. */
const isCalculators = ({ path }: Permission) => /^\/(api\/|classic\/|mcp$)/.test(path);

let calls = 0;

/** A call of one row of the table, with the documented body, about the records of one client. */
async function answerTo(line: Permission, whose: Person, credential: Record<string, string>): Promise<Answer> {
  calls += 1;
  const route = PLATFORM_ROUTES.find(({ method, path }) => method === line.method && path === line.path);
  const path = line.path
    .replace('{user}', whose.id)
    .replace('{key}', whose.key.id)
    .replace('{session}', whose.session.id)
    .replace('{month}', new Date().toISOString().slice(0, 7))
    .replace('/classic/{calculator}', '/classic/bmi?height=160&weight=80')
    .replace('/api/v1/{calculator}', line.method === 'GET' ? TDEE : '/api/v1/tdee');
  const example = route?.body?.meta()?.example ?? CALCULATOR_BODIES[line.path] ?? {};
  const response = await fetch(gateway.baseUrl + path, {
    method: line.method,
    redirect: 'manual',
    headers: {
      ...credential,
      'X-Forwarded-Proto': 'https',
      'X-Forwarded-For': `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}`,
      ...(line.method === 'GET' ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(line.method === 'GET' ? {} : { body: JSON.stringify(example).replace('dora@', `dora${calls}@`) }),
  });
  await response.arrayBuffer();
  return { status: response.status, code: response.headers.get('x-gateway-error') };
}

const byKey = ({ key }: Person) => ({ 'X-API-Key': key.text });
const bySession = ({ session }: Person) => ({
  Cookie: `${SESSION_COOKIE}=${session.token}`,
  'X-CSRF-Token': csrfToken(session.token),
});

/** An example may not fit the records: its link is invalid, or no invitation exists. The call was still permitted. */
const ALLOWED_BUT = new Set(['sign-in-refused', 'link-not-valid', 'conflict', 'invalid-parameters']);

function expectVerdict({ status, code }: Answer, verdict: Verdict, what: string): void {
  if (verdict !== 'allowed') expect(status, what).toBe(verdict);
  // No month has been closed yet, and the account owns no marketplace.
  else if (code === 'not-found') expect(what).toMatch(/\{(month|marketplace)\}/);
  else if (!ALLOWED_BUT.has(code ?? '')) expect([200, 201, 202, 204], `${what}: ${code}`).toContain(status);
}

describe('the table of permissions', () => {
  it('has every route once', () => {
    const titles = TABLE.map(title);
    expect(new Set(titles).size).toBe(titles.length);
    for (const { method, path } of PLATFORM_ROUTES) expect(titles).toContain(`${method} ${path}`);
  });

  it('has a valid body for every route that takes one', () => {
    for (const { name, body } of PLATFORM_ROUTES) {
      if (body) expect(body.safeParse(body.meta()?.example).error, name).toBeUndefined();
    }
  });

  it('is the table in the documentation', async () => {
    const page = readFileSync('docs/roles.md', 'utf8');
    // `vitest run test/security/permissions.test.ts -u` writes it.
    const written = page.replace(/(\| Route \|.*\n)(\|.*\n)+/, `${tableText()}\n`);
    await expect(written).toMatchFileSnapshot('../../docs/roles.md');
  });
});

describe.each(TABLE.map((line) => [title(line), line] as const))('%s', (name, line) => {
  // These are switched off here, so that their address answers 404.
  const off = ['/platform/v1/leaked-keys', '/platform/v1/webhooks/stripe'].includes(line.path);

  it('answers a caller without a credential as the table says', async () => {
    expectVerdict(
      await answerTo(line, await newClient().then(({ admin }) => admin), {}),
      off ? 404 : line.anonymous,
      name,
    );
  });

  if (line.anonymous === 'allowed') return;

  it.each(ROLES)('answers the role %s as the table says', async (role) => {
    const client = await newClient();
    const { own, other } = line.roles[role];
    if (line.sessionOnly) expectVerdict(await answerTo(line, client[role], byKey(client[role])), 403, `${name} by key`);
    else {
      const mine = await newClient();
      expectVerdict(await answerTo(line, mine[role], byKey(mine[role])), own, `${name} by key`);
    }
    if (isCalculators(line)) {
      expectVerdict(await answerTo(line, client[role], bySession(client[role])), 401, `${name} by session`);
      return;
    }
    if (other !== null) {
      const stranger = await newClient();
      for (const whose of [stranger.admin, stranger.developer]) {
        expectVerdict(await answerTo(line, whose, bySession(client[role])), other, `${name} of another client`);
      }
    }
    if (line.ownOnly.includes(role) && other !== null) {
      expectVerdict(await answerTo(line, client.colleague, bySession(client[role])), 404, `${name} of a colleague`);
    }
    const mine = line.ownOnly.includes(role) || !line.path.includes('{') ? client[role] : client.colleague;
    expectVerdict(await answerTo(line, mine, bySession(client[role])), own, `${name} by session`);
  });
});

/** The table of the documentation. */
function tableText(): string {
  const cell = (line: Permission, role: Role) => {
    const { own, other } = line.roles[role];
    if (own !== 'allowed') return String(own);
    const reach = line.ownOnly.includes(role) ? 'own' : 'yes';
    return other === null ? reach : `${reach}, else ${other}`;
  };
  const rows = TABLE.map((line) =>
    [
      `\`${line.method} ${line.path}\``,
      line.sessionOnly ? 'session' : line.anonymous === 'allowed' ? '' : isCalculators(line) ? 'key' : 'key, session',
      line.anonymous === 'allowed' ? 'yes' : String(line.anonymous),
      ...ROLES.map((role) => cell(line, role)),
    ].join(' | '),
  );
  const head = ['Route', 'Credential', 'without', ...ROLES].join(' | ');
  return [`| ${head} |`, `|${'---|'.repeat(6)}`, ...rows.map((row) => `| ${row} |`)].join('\n');
}
