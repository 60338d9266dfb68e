import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
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
import { openRecords, type Records } from './records.ts';
import { bulkSuite } from './testing/bulk.suite.ts';
import { changesFeedSuite } from './testing/changes-feed.suite.ts';
import { migrationsSuite } from './testing/migrations.suite.ts';
import { pagesSuite } from './testing/pages.suite.ts';
import { pruneSuite } from './testing/prune.suite.ts';
import { recordChange } from './trail.ts';

const run = promisify(execFile);
const actor = { name: 'cli', at: 1, address: null };

describe('records in SQLite', () => {
  let dataDir = '';
  const others: DatabaseSync[] = [];
  const open = () => openRecords({ dataDir });

  beforeEach(() => {
    dataDir = join(temporaryFolder('records'), 'data');
  });
  afterAll(() => {
    for (const other of others) {
      other.close();
    }
  });

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

  function besides(): DatabaseSync {
    const other = new DatabaseSync(join(dataDir, 'records.sqlite'));
    others.push(other);
    return other;
  }

  it('keep a write-ahead log, foreign keys and what was committed before a power cut', async () => {
    const records = await open();
    const settings = sql<{ journal: string; sync: number; keys: number }>`select
      (select journal_mode from pragma_journal_mode) as journal, (select synchronous from pragma_synchronous) as sync,
      (select foreign_keys from pragma_foreign_keys) as keys`;
    // synchronous 2 is FULL: https://sqlite.org/pragma.html#pragma_synchronous
    const written = await records.write((trx) => settings.execute(trx));
    expect(written.rows).toEqual([{ journal: 'wal', sync: 2, keys: 1 }]);
    await records.close();
  });

  it('are read over a connection that never writes, not even a checkpoint of the log', async () => {
    const records = await open();
    const [only, pages] = [sql`pragma query_only`, sql`pragma wal_autocheckpoint`];
    expect((await only.execute(records.db)).rows).toEqual([{ query_only: 1 }]);
    expect((await pages.execute(records.db)).rows).toEqual([{ wal_autocheckpoint: 0 }]);
    await records.close();
  });

  it('are in a folder that only its owner can enter', async () => {
    await (await open()).close();
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  });

  it('are migrated once, and get one first key, when processes start at the same time', async () => {
    const script = `
      const { openRecords } = await import(${JSON.stringify(new URL('./records.ts', import.meta.url).href)});
      const { firstStart } = await import(${JSON.stringify(new URL('../accounts/onboarding/first-start.ts', import.meta.url).href)});
      const records = await openRecords({ dataDir: ${JSON.stringify(dataDir)} });
      console.log((await firstStart(records, Date.now())) === null ? 'later' : 'first');
      await records.close();`;
    const start = () => run(process.execPath, ['--input-type=module', '-e', script]);
    const said = (await Promise.all([start(), start(), start(), start()])).map(({ stdout }) => stdout.trim());
    expect(said.sort()).toEqual(['first', 'later', 'later', 'later']);
  });

  it('make the command line wait for a change that reads before it writes', async () => {
    const records: Records = await open();
    const cli = besides();
    await records.write(async (trx) => {
      await trx.selectFrom('changes').select('seq').execute();
      // With a deferred transaction this would succeed and make the write below fail at once.
      cli.exec('pragma busy_timeout = 0');
      expect(() => cli.exec("insert into changes (kind, id, at) values ('key', 'cli', 1)")).toThrow('locked');
      await recordChange(trx, actor, 'key', 'gateway');
    });
    await records.close();
  });

  it('are read while the command line writes', async () => {
    const records = await open();
    const cli = besides();
    cli.exec("begin immediate; insert into changes (kind, id, at) values ('key', 'cli', 1)");
    const reading = records.db.transaction().setAccessMode('read only');
    const seen = await reading.execute((trx) => trx.selectFrom('changes').select('id').execute());
    expect(seen).toEqual([]);
    cli.exec('commit');
    await records.close();
  });
});
