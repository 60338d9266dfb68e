// The attack: a tenant names a key so that the operator's terminal obeys it. ESC sequences clear the screen, set the
// title or, in some terminals, type commands; a right-to-left override makes a name read as another one. Names are
// checked now, but a store of an older release may hold such rows, and a User-Agent can be any text: everything
// printed, exported, logged or mailed is plain text.

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCommandLine } from '../../../gateway/cli/run.ts';
import { openRecords } from '../../../gateway/records/records.ts';
import { Browser, firstAdmin, PASSWORD } from '../../support/browser.ts';
import { startTestGateway, type TestGateway } from '../../support/in-process-gateway.ts';

const HOSTILE = 'a\u001b[2J\u009b31m\u202e\u2028b\r\nroot';
/** Characters that control a terminal, line ends excepted. */
const steering = (text: string) =>
  text.replace(/\r?\n/g, '').match(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu);

let gateway: TestGateway;
let admin: Browser;
beforeAll(async () => {
  gateway = await startTestGateway();
  admin = await firstAdmin(gateway);
  const store = new DatabaseSync(join(gateway.dataDir, 'records.sqlite'));
  for (const table of ['users', 'keys', 'clients']) store.prepare(`update ${table} set name = ?`).run(HOSTILE);
  // A key of an old release that expires in the year 10000.
  store.prepare('update keys set expires_at = 253402304399000').run();
  store.close();
});
afterAll(() => gateway.stop());

async function printed(...args: string[]): Promise<string> {
  const said: string[] = [];
  await runCommandLine({
    args,
    open: () => openRecords({ dataDir: gateway.dataDir }),
    calculators: async () => new Set(),
    now: Date.now,
    write: async (text) => void said.push(text),
    complain: (text) => said.push(text),
  });
  return said.join('').trimEnd();
}

it('the command line prints no terminal control characters, whatever the rows hold', async () => {
  const client = gateway.first.clientId;
  for (const command of [
    ['key', 'list', client],
    ['user', 'list', client],
    ['audit', client],
    ['usage', client],
    ['client', 'delete', client],
    ['client', 'export', client],
  ]) {
    for (const form of [[], ['--json']]) {
      const text = await printed(...command, ...form);
      expect(text.length).toBeGreaterThan(10);
      expect(steering(text), command.join(' ')).toBeNull();
    }
  }
  expect(await printed('key', 'list', client)).toContain('a\\u001b[2J\\u009b31m\\u202e\\u2028b\\u000d\\u000aroot');
  // Cells contain no line breaks: heading and one key are two lines.
  expect((await printed('key', 'list', client)).split('\n')).toHaveLength(2);
});

it.each([
  ['client', 'create', HOSTILE],
  ['key', 'create', 'x', '--name', HOSTILE],
  ['credits', 'add', 'x', '5', '--source', HOSTILE],
  ['credits', 'add', 'x', '5', '--source', 's', '--note', HOSTILE],
  ['key', 'create', HOSTILE],
])('the command line refuses such an argument: %s %s', async (...args) => {
  const said = await printed(...args);
  expect(said).toContain('control characters');
  expect(steering(said)).toBeNull();
});

it('an old row with an invalid instant never breaks a list', async () => {
  for (const path of ['/platform/v1/keys', '/platform/v1/users', '/platform/v1/audit', '/platform/v1/client']) {
    expect({ path, status: (await admin.call('GET', path)).status }).toEqual({ path, status: 200 });
  }
  const { keys } = (await admin.call('GET', '/platform/v1/keys')).body;
  expect(keys).toMatchObject([{ expires_at: '9999-12-31T23:59:59.999Z' }]);
});

it('the User-Agent of a browser is stored without control characters', async () => {
  await fetch(`${gateway.baseUrl}/platform/v1/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': 'Fire\u009b31mfox\u0085 1' },
    body: JSON.stringify({ email: 'ann@example.com', password: PASSWORD }),
  });
  const { sessions } = (await admin.call('GET', '/platform/v1/sessions')).body;
  const agents = sessions.map(({ user_agent }: { user_agent: string }) => user_agent);
  expect(agents).toContain('Fire 31mfox  1');
});

it('an unknown path is logged without terminal control characters', async () => {
  await new Browser(gateway.baseUrl).call('GET', '/nowhere/%1b%5B2J%C2%9B31m%E2%80%AE');
  expect(gateway.logged()).toContain('/nowhere/');
  expect(steering(gateway.logged())).toBeNull();
});
