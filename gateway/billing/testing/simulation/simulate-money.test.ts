import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { EmbeddedStore } from '../../../quota/embedded/embedded.ts';
import { openRecords, type Records } from '../../../records/records.ts';
import { MONEY_MISTAKES } from './mistakes.ts';
import { simulateMoney } from './simulate-money.ts';
import { MoneyViolation } from './truth.ts';

/**
 * `MONEY_SEED=61 vitest run gateway/billing/testing/simulation` plays one schedule. With `MONEY_SCHEDULES=50000` the
 * seed is the first of that many, so that a long run can be split.
 */
const { MONEY_SEED, MONEY_SCHEDULES } = process.env;
const FIRST = Number(MONEY_SEED ?? 1);
const SCHEDULES = Number(MONEY_SCHEDULES ?? (MONEY_SEED === undefined ? 60 : 1));
const PATIENCE = 60_000 + SCHEDULES * 100;
/** A mistake must be found within this many schedules. */
const FOUND_WITHIN = 400;

describe('ledger, checkpoints and settlements under faults', () => {
  let records: Records;

  beforeAll(async () => {
    records = await openRecords({ dataDir: join(temporaryFolder('money'), 'data') });
    // No power failure is simulated, and waiting for the disk would take most of the time.
    await sql`pragma synchronous = off`.execute(records.db);
  });
  afterAll(() => records.close());

  it(`keep the money right in ${SCHEDULES} schedules from ${FIRST} on`, { timeout: PATIENCE }, async () => {
    for (let seed = FIRST; seed < FIRST + SCHEDULES; seed += 1) await simulateMoney(seed, records);
  });

  it('keep the money right with the embedded counters', { timeout: PATIENCE }, async () => {
    const folder = temporaryFolder('money-counters');
    for (let seed = 1; seed <= 10; seed += 1) {
      const store = new EmbeddedStore({ path: join(folder, `${seed}.sqlite`) });
      await simulateMoney(seed, records, { store: () => store });
      await store.close();
    }
  });

  it.each(Object.entries(MONEY_MISTAKES))('detect %s', { timeout: PATIENCE }, async (_mistake, made) => {
    const violations: unknown[] = [];
    for (let seed = 1; seed <= FOUND_WITHIN && violations.length === 0; seed += 1) {
      await simulateMoney(seed, records, made()).catch((error: unknown) => violations.push(error));
    }
    expect(violations[0]).toBeInstanceOf(MoneyViolation);
  });
});
