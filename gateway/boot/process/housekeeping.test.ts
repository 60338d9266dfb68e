import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { createClient } from '../../accounts/clients/clients.ts';
import { choosePlan, readChosenPlan } from '../../accounts/plans/plan-choice.ts';
import { listPlans, setPlan } from '../../accounts/plans/plans.ts';
import { readConfig } from '../../configuration/config.ts';
import { openRecords, type Records } from '../../records/records.ts';
import { saveCheckpoint } from '../../usage/checkpoint.ts';
import { Housekeeping } from './housekeeping.ts';

const NOVEMBER = Date.UTC(2026, 10, 21, 12);
const DECEMBER = Date.UTC(2026, 11, 1);

let records: Records;
let folder: string;
let now: number;
/** The clock of the database; `null` if it agrees. */
let databaseNow: number | null;
let logged: string[];
let keeping: Housekeeping | null;
beforeEach(async () => {
  folder = temporaryFolder('housekeeping');
  records = await openRecords({ dataDir: folder });
  now = NOVEMBER;
  databaseNow = null;
  logged = [];
});
afterEach(async () => {
  await keeping?.stop();
  await records.close();
});

function start(plansFile: string | null): Housekeeping {
  const logger = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) });
  keeping = new Housekeeping({
    config: readConfig(plansFile === null ? {} : { PLANS_FILE: plansFile }),
    records,
    clock: () => now,
    databaseTime: async () => databaseNow ?? now,
    log: { logger },
  });
  return keeping;
}

const planNamed = async (name: string) => (await listPlans(records.db)).find((plan) => plan.name === name);

it('puts a client on its smaller plan at the turn of the month, not a millisecond earlier', async () => {
  const actor = { name: 'us_a', at: now, address: null };
  const admin = { name: 'Ann', email: null };
  const { clientId } = await createClient(records, actor, { name: 'Acme', plan: 'starter', admin });
  await choosePlan(records, actor, clientId, 'free');
  const housekeeping = start(null);
  const planOf = async () => (await readChosenPlan(records.db, clientId)).current.name;
  await housekeeping.tick();
  now = DECEMBER - 1;
  await housekeeping.tick();
  expect(await planOf()).toBe('starter');
  // The machine's clock is ahead.
  databaseNow = DECEMBER - 1;
  now = DECEMBER + 1;
  await housekeeping.tick();
  expect(await planOf()).toBe('starter');
  databaseNow = DECEMBER;
  now += 60_000;
  await housekeeping.tick();
  expect(await planOf()).toBe('free');
});

it('retries a failed chore at the next tick, and logs the failure once', async () => {
  const housekeeping = start(null);
  const { db } = records;
  await db.schema.alterTable('changes').renameTo('elsewhere').execute();
  await housekeeping.tick();
  await housekeeping.tick();
  expect(logged).toHaveLength(1);
  await db.schema.alterTable('elsewhere').renameTo('changes').execute();
  await housekeeping.tick();
  await db.schema.alterTable('changes').renameTo('elsewhere').execute();
  await housekeeping.tick();
  // The chore has run; it is not due again for an hour.
  expect(logged).toHaveLength(1);
});

it('mails notices about used quotas every minute', async () => {
  const actor = { name: 'us_a', at: now, address: null };
  const admin = { name: 'Ann', email: 'ann@example.com' };
  const { clientId } = await createClient(records, actor, { name: 'Acme', plan: 'free', admin });
  await setPlan(records, actor, clientId, 'free', { quota: 10 });
  const housekeeping = start(null);
  const mails = () => records.db.selectFrom('mails').select(['kind', 'recipient']).execute();
  await housekeeping.tick();
  const none = { included: 0, overage: 0, credits: 0 };
  const counter = { epoch: 'e', base: none, admitted: { ...none, included: 8 }, returned: none };
  const credits = { epoch: 'c', base: 0, taken: 0, returned: 0 };
  await saveCheckpoint(records, { client: clientId, month: '2026-11', counter, credits, limits: null, usage: [] });
  now += 59_999;
  await housekeeping.tick();
  expect(await mails()).toEqual([]);
  now += 1;
  await housekeeping.tick();
  expect(await mails()).toEqual([{ kind: 'quota-80', recipient: 'ann@example.com' }]);
});

it('follows the plans file, and keeps the plans when it is broken or missing', async () => {
  const file = join(folder, 'plans.json');
  const write = (starter: object) => writeFileSync(file, JSON.stringify({ starter }));
  const figures = { burst: null, mode: 'block' };
  write({ quota: 5, ...figures });
  const housekeeping = start(file);
  await housekeeping.tick();
  expect(await planNamed('starter')).toMatchObject({ quota: 5, mode: 'block' });

  write({ quota: -1, burst: null, mode: 'hard' });
  for (let look = 0; look < 3; look++) {
    now += 2_000;
    await housekeeping.tick();
  }
  expect(await planNamed('starter')).toMatchObject({ quota: 5 });
  expect(logged.filter((line) => line.includes('refused'))).toHaveLength(1);
  for (const part of [file, 'starter.quota', 'starter.mode']) expect(logged.at(-1)).toContain(part);

  rmSync(file);
  for (let look = 0; look < 3; look++) {
    now += 2_000;
    await housekeeping.tick();
  }
  expect(logged.filter((line) => line.includes('refused'))).toHaveLength(2);

  write({ quota: 6, ...figures });
  now += 2_000;
  await housekeeping.tick();
  expect(await planNamed('starter')).toMatchObject({ quota: 6 });
});

it('keeps plans changed by others after it has read the file', async () => {
  const file = join(folder, 'plans.json');
  writeFileSync(file, JSON.stringify({ starter: { quota: 5, burst: null, mode: 'block' } }));
  const housekeeping = start(file);
  await housekeeping.tick();
  await records.db.updateTable('plans').set({ quota: 7 }).where('name', '=', 'starter').execute();
  now += 10_000;
  await housekeeping.tick();
  expect(await planNamed('starter')).toMatchObject({ quota: 7 });
});
