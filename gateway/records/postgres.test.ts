import { Client } from 'pg';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { describeWithPostgres } from '../../test/support/servers.ts';
import { firstStart } from '../accounts/onboarding/first-start.ts';
import { accountsSuite } from '../accounts/testing/accounts.suite.ts';
import { auditSuite } from '../accounts/testing/audit.suite.ts';
import { boundedRowsSuite } from '../accounts/testing/bounded-rows.suite.ts';
import { clientDataSuite } from '../accounts/testing/client-data.suite.ts';
import { everyChangeSuite } from '../accounts/testing/every-change.suite.ts';
import { keyFamilySuite } from '../accounts/testing/key-family.suite.ts';
import { keysSuite } from '../accounts/testing/keys.suite.ts';
import { linksSuite } from '../accounts/testing/links.suite.ts';
import { planChoiceSuite } from '../accounts/testing/plan-choice.suite.ts';
import { signInSuite } from '../accounts/testing/sign-in.suite.ts';
import { usersSuite } from '../accounts/testing/users.suite.ts';
import { closingClocksSuite } from '../billing/testing/closing-clocks.suite.ts';
import { ledgerSuite } from '../billing/testing/ledger.suite.ts';
import { paymentStatesSuite } from '../billing/testing/payment-states.suite.ts';
import { paymentsSuite } from '../billing/testing/payments.suite.ts';
import { reconcileSuite } from '../billing/testing/reconcile.suite.ts';
import { settlementSuite } from '../billing/testing/settlement.suite.ts';
import { statementSuite } from '../billing/testing/statement.suite.ts';
import { mailQueueSuite } from '../mail/testing/queue.suite.ts';
import { checkpointSuite } from '../usage/testing/checkpoint.suite.ts';
import { freshnessSuite } from '../usage/testing/freshness.suite.ts';
import { usageHistorySuite } from '../usage/testing/history.suite.ts';
import { lossesSuite } from '../usage/testing/losses.suite.ts';
import { noticesSuite } from '../usage/testing/notices.suite.ts';
import { parseBigint } from './postgres.ts';
import { openRecords } from './records.ts';
import { bulkSuite } from './testing/bulk.suite.ts';
import { changesFeedSuite } from './testing/changes-feed.suite.ts';
import { migrationsSuite } from './testing/migrations.suite.ts';
import { pagesSuite } from './testing/pages.suite.ts';
import { pruneSuite } from './testing/prune.suite.ts';
import { recordChange } from './trail.ts';

const actor = { name: 'cli', at: 1, address: null };

const EMPTY_DATABASE = 'drop schema public cascade; create schema public; drop schema if exists seed cascade';

/** Keeps what a migrated database holds: to migrate one for every test would take most of the time. */
const KEEP_SEED = `create schema seed;
do $$ declare name text; begin
  for name in select tablename from pg_tables where schemaname = 'public' loop
    execute format('create table seed.%1$I as table public.%1$I', name);
  end loop;
end $$`;

/** By the names of columns: tests of migrations remove some, which then come back as the last ones. */
const BACK_TO_SEED = `set session_replication_role = replica;
do $$ declare name text; columns text; begin
  for name, columns in select table_name, string_agg(quote_ident(column_name), ', ')
    from information_schema.columns where table_schema = 'seed' group by table_name loop
    execute format('delete from public.%I', name);
    execute format('insert into public.%1$I (%2$s) overriding system value select %2$s from seed.%1$I', name, columns);
  end loop;
  for name in select sequencename from pg_sequences where schemaname = 'public' loop
    execute format('alter sequence public.%I restart', name);
  end loop;
end $$`;

describeWithPostgres('records in PostgreSQL', (server) => {
  const open = () => openRecords({ databaseUrl: server.url });

  const query = async (sql: string) => {
    const client = new Client(server.url);
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  const migrate = async () => {
    await query(EMPTY_DATABASE);
    await (await open()).close();
    await query(KEEP_SEED);
  };
  beforeAll(migrate);
  beforeEach(() => query(BACK_TO_SEED));

  migrationsSuite(open);
  accountsSuite(open);
  keysSuite(open);
  keyFamilySuite(open);
  usersSuite(open);
  planChoiceSuite(open);
  auditSuite(open);
  boundedRowsSuite(open);
  pagesSuite(open);
  clientDataSuite(open);
  everyChangeSuite(open);
  ledgerSuite(open);
  settlementSuite(open);
  closingClocksSuite(open);
  reconcileSuite(open);
  signInSuite(open);
  linksSuite(open);
  mailQueueSuite(open);
  noticesSuite(open);
  checkpointSuite(open);
  freshnessSuite(open);
  lossesSuite(open);
  statementSuite(open);
  paymentsSuite(open);
  paymentStatesSuite(open);
  usageHistorySuite(open);
  changesFeedSuite(open);
  pruneSuite(open);
  bulkSuite(open);

  it('are migrated once, and get one first key, when processes start at the same time', async () => {
    await query(EMPTY_DATABASE);
    const all = await Promise.all(Array.from({ length: 4 }, open));
    const [first] = all;
    expect(await first?.db.selectFrom('plans').select('name').execute()).toHaveLength(5);
    const starts = await Promise.all(all.map((records) => firstStart(records, 1)));
    expect(starts.filter((start) => start !== null)).toHaveLength(1);
    await Promise.all(all.map((records) => records.close()));
    await migrate();
  });

  it('commit changes in sequence order, so that a poller never skips a late one', async () => {
    const [early, late] = await Promise.all([open(), open()]);
    let commitEarly = () => {};
    const gate = new Promise<void>((resolve) => {
      commitEarly = resolve;
    });
    let numbered = () => {};
    const hasNumber = new Promise<void>((resolve) => {
      numbered = resolve;
    });
    const first = early.write(async (trx) => {
      await recordChange(trx, actor, 'key', 'early');
      numbered();
      await gate;
    });
    await hasNumber;
    let lateCommitted = false;
    const second = late
      .write((trx) => recordChange(trx, actor, 'key', 'late'))
      .then(() => {
        lateCommitted = true;
      });
    // Long enough for a commit that does not wait. Reading through the same pool shows what a poller would see.
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await late.db.selectFrom('changes').select('id').execute()).toEqual([]);
    expect(lateCommitted).toBe(false);
    commitEarly();
    await Promise.all([first, second]);
    const rows = await late.db.selectFrom('changes').select('id').orderBy('seq').execute();
    expect(rows.map(({ id }) => id)).toEqual(['early', 'late']);
    await Promise.all([early.close(), late.close()]);
  });
});

describe('a bigint of PostgreSQL', () => {
  it('is a number if exact, else an error', () => {
    expect(parseBigint('9007199254740991')).toBe(2 ** 53 - 1);
    expect(parseBigint('-12')).toBe(-12);
    expect(() => parseBigint('9007199254740993')).toThrow(RangeError);
  });
});
