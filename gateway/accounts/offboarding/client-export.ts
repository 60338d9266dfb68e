import { everyPage } from '../../records/page.ts';
import type { Reader } from '../../records/records.ts';
import type { Retention } from '../../records/retention.ts';
import { listAudit } from '../audit/audit-list.ts';
import { readClientSettings } from '../clients/client-settings.ts';
import { requireClient } from '../find-client.ts';
import { everyKey } from '../keys/key-list.ts';
import { readLimits } from '../plans/limits.ts';
import { readChosenPlan } from '../plans/plan-choice.ts';
import { listUsers, type UserSummary } from '../users/user-list.ts';

const ROWS_AT_ONCE = 500;

/** The client to export. */
export interface ClientExport {
  readonly clientId: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** How far back the records reach; the export states it. */
  readonly retention: Retention;
}

/**
 * Exports everything the records hold about a client as one JSON object in chunks. It contains no password, key or
 * link, nor a hash of one. Times are milliseconds since 1970. Each section is read separately, so an export of any
 * length does not block other work.
 *
 * @throws AccountError `unknown-client`
 */
export async function* exportClient(db: Reader, { clientId, now, retention }: ClientExport): AsyncGenerator<string> {
  const { id, created_at } = await requireClient(db, clientId);
  const head = {
    format: 'vitalgate-client/1',
    exportedAt: now,
    retention,
    client: { id, ...(await readClientSettings(db, clientId)), createdAt: created_at },
    plan: await readChosenPlan(db, clientId),
    limits: await readLimits(db, clientId),
  };
  yield JSON.stringify(head).slice(0, -1);
  yield* section('users', users(db, clientId));
  yield* section('keys', everyKey(db, { clientId }, now));
  yield* section('sessions', sessions(db, clientId));
  yield* section('ledger', ledger(db, clientId));
  yield* section('payments', payments(db, clientId));
  yield* section('months', months(db, clientId));
  yield* section('usage', usage(db, clientId));
  yield* section('audit', audit(db, clientId));
  yield '}\n';
}

async function* section(name: string, pages: AsyncIterable<readonly object[]>): AsyncGenerator<string> {
  yield `,${JSON.stringify(name)}:[`;
  let separator = '';
  for await (const rows of pages) {
    if (rows.length === 0) continue;
    yield separator + rows.map((row) => JSON.stringify(row)).join(',');
    separator = ',';
  }
  yield ']';
}

function users(db: Reader, clientId: string): AsyncGenerator<readonly UserSummary[]> {
  return everyPage((cursor) => listUsers(db, clientId, { cursor, limit: ROWS_AT_ONCE }));
}

/** The addresses and browsers that users are signed in from. */
async function* sessions(db: Reader, clientId: string): AsyncGenerator<readonly object[]> {
  for await (const page of users(db, clientId)) {
    const ids = page.map(({ id }) => id);
    if (ids.length === 0) continue;
    yield await db
      .selectFrom('sessions')
      .where('user_id', 'in', ids)
      .select(['id', 'user_id as userId', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
      .select(['address', 'user_agent as userAgent'])
      .orderBy('created_at')
      .orderBy('id')
      .execute();
  }
}

async function* ledger(db: Reader, clientId: string): AsyncGenerator<readonly object[]> {
  for (let last = ''; ; ) {
    const rows = await db
      .selectFrom('ledger')
      .select(['id', 'at', 'kind', 'credits', 'source', 'note'])
      .where('client_id', '=', clientId)
      .where('id', '>', last)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute();
    yield rows;
    if (rows.length < ROWS_AT_ONCE) return;
    last = rows.at(-1)?.id ?? '';
  }
}

async function* payments(db: Reader, clientId: string): AsyncGenerator<readonly object[]> {
  for (let last = ''; ; ) {
    const rows = await db
      .selectFrom('payments')
      .select(['id', 'created_at as createdAt', 'paid_at as paidAt', 'provider', 'reference', 'note'])
      .select(['credits', 'amount', 'currency', 'state'])
      .where('client_id', '=', clientId)
      .where('id', '>', last)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute();
    yield rows;
    if (rows.length < ROWS_AT_ONCE) return;
    last = rows.at(-1)?.id ?? '';
  }
}

/** Units by month; one row per epoch of the counters. */
async function* months(db: Reader, clientId: string): AsyncGenerator<readonly object[]> {
  yield await db
    .selectFrom('month_fold')
    .select(['client_id', 'month', 'epoch', 'admitted_included', 'admitted_overage', 'admitted_credits'])
    .select(['returned_included', 'returned_overage', 'returned_credits'])
    .where('client_id', '=', clientId)
    .orderBy('month')
    .orderBy('epoch')
    .execute();
}

/** Calls by day, key, calculator and status. Each page is one day, which has few rows for any client. */
async function* usage(db: Reader, clientId: string): AsyncGenerator<readonly object[]> {
  const rows = db.selectFrom('usage_fold').where('client_id', '=', clientId);
  for (const { day } of await rows.select('day').distinct().orderBy('day').execute()) {
    yield await rows
      .where('day', '=', day)
      .groupBy(['day', 'key_id', 'calculator', 'status'])
      .orderBy('key_id')
      .orderBy('calculator')
      .orderBy('status')
      .select(['day', 'key_id as key', 'calculator', 'status'])
      .select((eb) => [
        eb.cast<number>(eb.fn.sum('calls'), 'bigint').as('calls'),
        eb.cast<number>(eb.fn.sum('units'), 'bigint').as('units'),
      ])
      .execute();
  }
}

function audit(db: Reader, clientId: string): AsyncIterable<readonly object[]> {
  return everyPage((cursor) => listAudit(db, clientId, {}, { cursor, limit: ROWS_AT_ONCE, first: 'oldest' }));
}
