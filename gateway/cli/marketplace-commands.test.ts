import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { MARKETPLACES } from '../../test/support/marketplace.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { readPrincipal } from '../accounts/keys/read-principal.ts';
import { syncPlans } from '../accounts/plans/plans-file.ts';
import { hashMarketplaceKey } from '../marketplace/consumer-hash.ts';
import { openRecords } from '../records/records.ts';
import { saveCheckpoint } from '../usage/checkpoint.ts';
import { saveMark } from '../usage/checkpoint-marks.ts';
import { runCommandLine } from './run.ts';

const NOW = Date.UTC(2026, 10, 15);
const plan = {
  burst: null,
  ceiling: null,
  calculators: null,
  price: null,
  offered: false,
  mostKeys: 100,
  mostUsers: 100,
  outagePercent: 1,
};

let dataDir: string;
beforeEach(async () => {
  dataDir = temporaryFolder('marketplace-commands');
  const records = await openRecords({ dataDir });
  await syncPlans(records, { name: 'test', at: NOW, address: null }, [
    { ...plan, name: 'market-basic', quota: 5, mode: 'block' },
    { ...plan, name: 'market-pro', quota: 3, mode: 'soft' },
  ]);
  await records.close();
});

async function cli(...args: string[]) {
  const [out, complaint]: [string[], string[]] = [[], []];
  const code = await runCommandLine({
    args,
    open: () => openRecords({ dataDir }),
    calculators: async () => new Set<string>(),
    marketplaces: () => MARKETPLACES,
    now: () => NOW,
    write: async (text) => void out.push(text),
    complain: (text) => complaint.push(text),
  });
  return { code, out: out.join('').trimEnd(), complaint: complaint.join('\n') };
}

function file(name: string, text: string): string {
  const path = join(dataDir, name);
  writeFileSync(path, text);
  return path;
}

async function planOfKey(key: string): Promise<string | undefined> {
  const records = await openRecords({ dataDir });
  const { principal } = await readPrincipal(records.db, hashMarketplaceKey('market', key));
  await records.close();
  return principal?.channel === 'marketplace' ? principal.plan : undefined;
}

describe('marketplace add', () => {
  it('registers a key on the plan of its subscription and never prints it', async () => {
    const done = await cli('marketplace', 'add', 'market', 'ann', 'PRO', '--key-file', file('key', 'the-key-of-ann\n'));
    expect(done).toMatchObject({ code: 0, out: '1 new consumers, 0 additional keys, 0 already registered.' });
    expect(await planOfKey('the-key-of-ann')).toBe('market-pro');
    const records = await openRecords({ dataDir });
    const everything = JSON.stringify([
      await records.db.selectFrom('keys').selectAll().execute(),
      await records.db.selectFrom('audit').selectAll().execute(),
    ]);
    await records.close();
    expect(everything).not.toContain('the-key-of-ann');
  });

  it.each([
    [['nowhere', 'ann', 'PRO'], 2, 'Marketplaces: market, hub'],
    [['market', 'ann', 'ULTRA'], 1, 'no plan for the subscription "ULTRA"'],
  ])('refuses %j', async (words, code, complaint) => {
    const done = await cli('marketplace', 'add', ...words, '--key-file', file('key', 'the-key-of-ann'));
    expect(done.code).toBe(code);
    expect(done.complaint).toContain(complaint);
  });
});

describe('marketplace import', () => {
  const CSV = 'user,subscription,key\nann,BASIC,key-of-ann-1\nbob,PRO,key-of-bob-1\nann,BASIC,key-of-ann-2\n';

  it('registers all lines, and nothing the second time', async () => {
    const path = file('keys.csv', CSV);
    expect((await cli('marketplace', 'import', 'market', path)).out).toBe(
      '2 new consumers, 1 additional keys, 0 already registered.',
    );
    expect((await cli('marketplace', 'import', 'market', path)).out).toBe(
      '0 new consumers, 0 additional keys, 3 already registered.',
    );
    const { out } = await cli('marketplace', 'consumers', 'market', '--json');
    expect(JSON.parse(out).consumers).toMatchObject([
      { user: 'ann', subscription: 'BASIC', plan: 'market-basic', keys: 2 },
      { user: 'bob', subscription: 'PRO', plan: 'market-pro', keys: 1 },
    ]);
  });

  it('follows a changed subscription', async () => {
    await cli('marketplace', 'import', 'market', file('a.csv', CSV));
    await cli('marketplace', 'import', 'market', file('b.csv', CSV.replaceAll('ann,BASIC', 'ann,PRO')));
    expect(await planOfKey('key-of-ann-1')).toBe('market-pro');
  });

  it.each([
    ['a subscription without a plan', `${CSV}eve,ULTRA,key-of-eve-1\n`, 'ULTRA'],
    ['a key of another user', `${CSV}eve,PRO,key-of-bob-1\n`, 'belongs to bob'],
    ['a key that is not valid in a header', `${CSV}eve,PRO,schlüssel-1\n`, 'visible ASCII'],
  ])('registers nothing from a file with %s', async (_what, text, complaint) => {
    const done = await cli('marketplace', 'import', 'market', file('keys.csv', text));
    expect(done.code).toBe(1);
    expect(done.complaint).toContain(complaint);
    expect(await planOfKey('key-of-ann-1')).toBeUndefined();
  });
});

describe('the reports of a month', () => {
  it('have a line for each consumer, with units beyond a soft limit in a separate column', async () => {
    await cli(
      'marketplace',
      'import',
      'market',
      file('k.csv', 'user,subscription,key\n=ann,PRO,key-of-ann-1\nbob,PRO,key-of-bob-1\n'),
    );
    const { consumers } = JSON.parse((await cli('marketplace', 'consumers', 'market', '--json')).out);
    const records = await openRecords({ dataDir });
    const none = { included: 0, overage: 0, credits: 0 };
    const line = { day: '2026-11-03', key: 'key_a', calculator: 'classic-bmi' };
    await saveCheckpoint(records, {
      client: consumers[0].clientId,
      month: '2026-11',
      counter: { epoch: 'e', base: none, admitted: { included: 3, overage: 2, credits: 0 }, returned: none },
      credits: { epoch: 'c', base: 0, taken: 0, returned: 0 },
      limits: null,
      usage: [
        { ...line, status: '2xx', calls: 5, units: 5 },
        { ...line, status: '4xx', calls: 2, units: 0 },
      ],
    });
    // A gateway that counted calls after its last checkpoint.
    const mark = { process: 'p', through: Date.UTC(2026, 10, 2), sequence: 0, heard: Date.UTC(2026, 10, 2) };
    await saveMark(records, mark);
    await records.close();
    const asOf = '2026-11-02T00:00:00.000Z';
    expect((await cli('marketplace', 'statement', 'market', '--month', '2026-11')).out.split('\r\n')).toEqual([
      'marketplace,month,user,subscription,plan,units,included,overage,credits,as_of',
      `market,2026-11,'=ann,PRO,market-pro,5,3,2,0,${asOf}`,
      `market,2026-11,bob,PRO,market-pro,0,0,0,0,${asOf}`,
    ]);
    expect((await cli('marketplace', 'usage', 'market', '--month', '2026-11')).out.split('\r\n')).toEqual([
      'marketplace,month,user,subscription,endpoint,calls,units,client_errors,server_errors,refused,as_of',
      `market,2026-11,'=ann,PRO,classic-bmi,5,5,2,0,0,${asOf}`,
    ]);
  });
});
