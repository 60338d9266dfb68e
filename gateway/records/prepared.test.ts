import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { describeWithPostgres } from '../../test/support/servers.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { prepared } from './prepared.ts';
import { openRecords, type RecordsPlace } from './records.ts';

/** How often the query was built. */
let built = 0;
const sum = prepared((_db, first: string, second: string) => {
  built += 1;
  return sql<{ text: string }>`select cast(${second} as text) || '-' || cast(${first} as text) || ${'!'} ||
    cast(${first} as text) as text`;
});

async function exchangesParameters(place: RecordsPlace): Promise<void> {
  const records = await openRecords(place);
  built = 0;
  expect(await sum(records.db, 'a', 'b')).toEqual([{ text: 'b-a!a' }]);
  expect(await sum(records.db, "c'", '?')).toEqual([{ text: "?-c'!c'" }]);
  expect(built).toBe(1);
  // A transaction is another database.
  await records.db.transaction().execute(async (trx) => {
    expect(await sum(trx, '1', '2')).toEqual([{ text: '2-1!1' }]);
  });
  await records.close();
}

it('exchanges the parameters of a query that is compiled once', () =>
  exchangesParameters({ dataDir: temporaryFolder('prepared') }));

describeWithPostgres('in PostgreSQL', (postgres) => {
  it('exchanges the parameters too', () => exchangesParameters({ databaseUrl: postgres.url }));
});
