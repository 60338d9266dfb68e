import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { hashKey, parseKey } from '../accounts/keys/key-format.ts';
import { readPrincipal } from '../accounts/keys/read-principal.ts';
import { readLimits } from '../accounts/plans/limits.ts';
import { ChangesFeed } from '../records/changes/changes-feed.ts';
import { openRecords } from '../records/records.ts';
import { saveCheckpoint } from '../usage/checkpoint.ts';
import { runCommandLine } from './run.ts';

const entry = fileURLToPath(new URL('./main.ts', import.meta.url));
let dataDir: string;

interface Said {
  readonly code: number;
  readonly out: string;
  readonly complaint: string;
}

/** Runs the real command in a separate process. */
function cli(...args: string[]): Promise<Said> {
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir };
  return new Promise((resolve) => {
    execFile(process.execPath, [entry, ...args], { env, cwd: dataDir }, (error, out, complaint) => {
      resolve({ code: error === null ? 0 : Number(error.code), out: out.trim(), complaint: complaint.trim() });
    });
  });
}

async function json(...args: string[]) {
  const { code, out, complaint } = await cli(...args, '--json');
  expect({ code, complaint }).toEqual({ code: 0, complaint: '' });
  return JSON.parse(out);
}

/** Runs a command in this process: most commands do not need a separate process. */
async function inside(...args: string[]): Promise<Said> {
  const [out, complaint]: [string[], string[]] = [[], []];
  const code = await runCommandLine({
    args,
    open: () => openRecords({ dataDir }),
    calculators: async () => new Set(['bmi', 'tdee']),
    now: Date.now,
    write: async (text) => void out.push(text),
    complain: (text) => complaint.push(text),
  });
  return { code, out: out.join('').trimEnd(), complaint: complaint.join('\n') };
}

async function jsonInside(...args: string[]) {
  const { code, out, complaint } = await inside(...args, '--json');
  expect({ code, complaint }).toEqual({ code: 0, complaint: '' });
  return JSON.parse(out);
}

beforeEach(() => {
  dataDir = temporaryFolder('cli');
});

describe('the command line', () => {
  it('creates a client and a key, and rotates and revokes the key', async () => {
    const { client } = await json('client', 'create', 'Acme');
    const made = await json('key', 'create', 'Acme', '--env', 'test', '--expires', '30d', '--calculators', 'tdee,bmi');
    expect(parseKey(made.key)).toEqual({ environment: 'test' });

    const rotated = await json('key', 'rotate', made.id, '--overlap', '2h');
    expect(rotated.expiresAt).toBe(made.expiresAt);
    expect(Math.abs(rotated.oldKeyEnds - Date.now() - 7_200_000)).toBeLessThan(60_000);
    expect(await json('key', 'revoke', rotated.id)).toEqual({ id: rotated.id, revoked: true });

    const { keys } = await json('key', 'list', client);
    expect(keys).toMatchObject([
      { id: rotated.id, state: 'revoked' },
      { id: made.id, state: 'rotated', replacedBy: rotated.id, calculators: ['tdee', 'bmi'] },
    ]);
    expect(JSON.stringify(keys)).not.toContain(made.key);
    const shown = await cli('key', 'list', 'Acme');
    expect(shown.out).toContain(`${made.key.slice(0, 12)}…${made.key.slice(-4)}`);
  });

  it('changes the limits of a key, and creates keys for applications', async () => {
    await inside('client', 'create', 'Acme');
    const office = '203.0.113.0/24,2001:db8::/32';
    const made = await jsonInside(
      'key',
      'create',
      'Acme',
      '--application',
      'Back end',
      '--networks',
      office,
      '--cap',
      '5',
    );
    await jsonInside('key', 'change', made.id, '--name', 'Till', '--calculators', 'bmi', '--cap', 'none');
    expect((await jsonInside('key', 'list', 'Acme')).keys).toMatchObject([
      { name: 'Till', application: 'Back end', networks: office.split(','), calculators: ['bmi'], cap: null },
    ]);
    await jsonInside('key', 'change', made.id, '--networks', 'anywhere', '--calculators', 'all');
    expect((await jsonInside('key', 'list', 'Acme')).keys).toMatchObject([{ networks: null, calculators: null }]);
  });

  it('limits keys to loaded calculators, and suggests the nearest name', async () => {
    await cli('client', 'create', 'Acme');
    const refused = await cli('key', 'create', 'Acme', '--calculators', 'bmi,tede');
    expect([refused.code, refused.complaint]).toEqual([1, 'There is no calculator tede (did you mean tdee?)']);
  });

  it('creates users, changes their roles, and keeps the last admin', async () => {
    await inside('client', 'create', 'Acme');
    const dora = await jsonInside('user', 'create', 'Acme', 'Dora');
    expect(parseKey(dora.key)).toEqual({ environment: 'live' });
    await jsonInside('user', 'role', dora.id, 'finance');
    await jsonInside('user', 'disable', dora.id);
    const { users } = await jsonInside('user', 'list', 'Acme');
    expect(users).toMatchObject([{ role: 'admin' }, { id: dora.id, role: 'finance', state: 'disabled' }]);
    await jsonInside('user', 'enable', dora.id);
    await jsonInside('user', 'remove', dora.id);
    const last = await inside('user', 'remove', users[0].id);
    expect([last.code, last.complaint]).toEqual([1, expect.stringContaining('last admin')]);
    const { entries } = await jsonInside('audit', 'Acme', '--action', 'user');
    expect(entries[0]).toMatchObject({ actor: 'cli', action: 'user.remove', record: { id: dora.id } });
  });

  it('exports a client, and deletes it only if its name confirms it', async () => {
    const { client } = await jsonInside('client', 'create', 'Acme');
    expect(await jsonInside('client', 'export', 'Acme')).toMatchObject({ client: { id: client, name: 'Acme' } });
    expect(await inside('client', 'delete', 'Acme')).toMatchObject({ code: 2 });
    expect(await inside('client', 'delete', 'Acme', '--confirm', 'Acne')).toMatchObject({ code: 1 });
    expect(await jsonInside('client', 'delete', 'Acme', '--confirm', 'Acme')).toEqual({ client, deleted: true });
    expect(await inside('client', 'export', client)).toMatchObject({ code: 1 });
  });

  it('prints a new key on its own line', async () => {
    await cli('client', 'create', 'Acme');
    const { out } = await cli('key', 'create', 'Acme');
    expect(parseKey(out.split('\n').at(-1) ?? '')).toEqual({ environment: 'live' });
  });

  it('puts a client on a plan with individual limits', async () => {
    await cli('client', 'create', 'Acme', '--plan', 'starter');
    const { limits } = await json(
      'plan',
      'set',
      'Acme',
      'pro',
      '--quota',
      'unlimited',
      '--burst',
      '5/1',
      '--mode',
      'block',
      '--ceiling',
      '9000',
    );
    expect(limits).toEqual({
      version: 2,
      quota: null,
      burst: { q: 5, w: 1 },
      mode: 'block',
      ceiling: 9_000,
      granted: 0,
    });
    const { plans } = await json('plan', 'list');
    expect(plans.map(({ name }: { name: string }) => name)).toEqual(['enterprise', 'free', 'local', 'pro', 'starter']);
  });

  it('adds credits once per source', async () => {
    await cli('client', 'create', 'Acme');
    expect(await json('credits', 'add', 'Acme', '500', '--source', 'INV-1')).toMatchObject({
      entered: true,
      balance: 500,
    });
    expect(await json('credits', 'add', 'Acme', '500', '--source', 'INV-1')).toMatchObject({
      entered: false,
      balance: 500,
    });
    expect((await cli('credits', 'add', 'Acme', '501', '--source', 'INV-1')).code).toBe(1);
  });

  it('sets a client’s hard stop, and prints its statement', async () => {
    await inside('client', 'create', 'Acme');
    await inside('credits', 'add', 'Acme', '500', '--source', 'INV-1');
    expect(await jsonInside('credits', 'stop', 'Acme', '70')).toMatchObject({ own: 70, ceiling: 70 });
    expect((await inside('credits', 'stop', 'Acme', 'none')).out).toBe('Acme has no hard stop.');
    expect(await inside('credits', 'stop', 'Acme', '-1')).toMatchObject({ code: 2 });
    const month = new Date().toISOString().slice(0, 7);
    const { out } = await inside('credits', 'statement', 'Acme', month);
    expect(out).toContain(',top_up,manual:INV-1,,500,500,,');
    expect(out).toContain(`${month}-01T00:00:00.000Z,opening_balance,,,,0,,`);
    expect(await inside('credits', 'statement', 'Acme', 'november')).toMatchObject({ code: 2 });
  });

  it('reports the usage of a month', async () => {
    const { client } = await json('client', 'create', 'Acme');
    const records = await openRecords({ dataDir });
    const none = { included: 0, overage: 0, credits: 0 };
    await saveCheckpoint(records, {
      client,
      month: '2026-10',
      counter: { epoch: 'e', base: none, admitted: { included: 4, overage: 1, credits: 1 }, returned: none },
      credits: { epoch: 'c', base: 0, taken: 1, returned: 0 },
      limits: null,
      usage: [{ day: '2026-10-02', key: 'key_1', calculator: 'tdee', status: '2xx', calls: 5, units: 5 }],
    });
    await records.close();
    const report = await json('usage', 'Acme', '--month', '2026-10');
    expect(report.units).toEqual({ included: 4, overage: 1, credits: 1, used: 5 });
    expect(report.keys).toMatchObject([{ name: 'key_1', calls: 5, units: 5 }]);
    expect((await cli('usage', 'Acme', '--month', '2026-10')).out).toContain(
      '5 units, of which 4 included and 1 overage; 1 credits taken',
    );
    expect((await json('usage', 'Acme', '--month', '2026-09')).units.used).toBe(0);
  });

  it('works while a gateway is running, which gets the changes through its feed', async () => {
    const gateway = await openRecords({ dataDir });
    const feed = new ChangesFeed({ records: gateway, interval: 60_000 });
    const told: string[] = [];
    feed.subscribe({ changed: (_, kind, id) => told.push(`${kind} ${id}`), allStale: () => undefined });
    await feed.start();
    const { client } = await json('client', 'create', 'Acme');
    const { id, key } = await json('key', 'create', 'Acme');
    await cli('key', 'revoke', id);
    await cli('credits', 'add', 'Acme', '5', '--source', 'x');
    await feed.catchUp();
    expect(told).toEqual([`client ${client}`, `key ${id}`, `key ${id}`, `client ${client}`]);
    expect((await readPrincipal(gateway.db, hashKey(key))).principal).toBeNull();
    expect(await readLimits(gateway.db, client)).toMatchObject({ granted: 5 });
    await feed.stop();
    await gateway.close();
  });

  it('records itself as the actor in the audit log', async () => {
    await cli('client', 'create', 'Acme');
    const records = await openRecords({ dataDir });
    const lines = await records.db.selectFrom('audit').select(['actor', 'action']).execute();
    expect(lines[0]).toEqual({ actor: 'cli', action: 'client.create' });
    await records.close();
  });
});

describe('an invalid command line', () => {
  it.each([
    ['an unknown command', ['key', 'creat'], 'key create'],
    ['a missing argument', ['client', 'create'], 'client create <name>'],
    ['an extra argument', ['key', 'list', 'a', 'b'], 'key list <client>'],
    ['an unknown option', ['key', 'create', 'Acme', '--environment', 'dev'], '--environment'],
    ['an invalid value', ['key', 'rotate', 'key_1', '--overlap', 'soon'], '--overlap'],
    ['credits without a source', ['credits', 'add', 'Acme', '5'], '--source'],
    ['no credits', ['credits', 'add', 'Acme', '0', '--source', 'x'], 'amount'],
  ])('exits with code 2 and shows the correct usage: %s', async (_, args, hint) => {
    const { code, out, complaint } = await cli(...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(complaint).toContain(hint);
    expect(complaint).not.toContain('    at ');
  });

  it('shows all commands for `help`, and with exit code 2 without a command', async () => {
    const help = await cli('help');
    expect(help.code).toBe(0);
    const every = [
      'client create',
      'key create',
      'key list',
      'key rotate',
      'key revoke',
      'plan list',
      'plan set',
      'usage',
      'credits add',
      'credits stop',
      'credits statement',
    ];
    for (const name of every) {
      expect(help.out).toContain(`  ${name}`);
    }
    expect(await cli()).toMatchObject({ code: 2, out: help.out });
  });
});

describe('a refused command', () => {
  it('exits with code 1 and the reason, without a stack trace', async () => {
    const { code, complaint } = await cli('key', 'create', 'Nobody');
    expect({ code, complaint }).toEqual({ code: 1, complaint: 'There is no client "Nobody"' });
  });

  it('reports why the records cannot be opened', async () => {
    dataDir = join(entry, 'not-a-folder');
    const { code, complaint } = await new Promise<Said>((resolve) => {
      const env = { PATH: process.env.PATH, DATA_DIR: dataDir };
      execFile(process.execPath, [entry, 'plan', 'list'], { env }, (error, out, complaint) => {
        resolve({ code: Number(error?.code), out, complaint: complaint.trim() });
      });
    });
    expect(code).toBe(1);
    expect(complaint).toContain('could not be opened: ENOTDIR');
  });
});
