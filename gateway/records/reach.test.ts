import { expect, it } from 'vitest';
import { describeWithPostgres } from '../../test/support/servers.ts';
import { RecordsUnusable } from './connect-retry.ts';
import { openRecords } from './records.ts';

it('an unreachable PostgreSQL is reported with its address and the reason, without the password', async () => {
  const reasons: string[] = [];
  const opening = openRecords(
    { databaseUrl: 'postgres://vg:hunter2@127.0.0.1:1/vitalgate' },
    { ms: 600, waiting: (reason) => reasons.push(reason) },
  );
  const reason = 'PostgreSQL at 127.0.0.1:1/vitalgate cannot be used: connect ECONNREFUSED 127.0.0.1:1';
  await expect(opening).rejects.toThrow(new RecordsUnusable(reason));
  expect(reasons).toEqual([reason]);
});

describeWithPostgres('a PostgreSQL without our database', (server) => {
  it('fails at once', async () => {
    const databaseUrl = server.url.replace(/\/\w+$/, '/nowhere');
    const patience = { ms: 60_000, waiting: () => expect.unreachable() };
    await expect(openRecords({ databaseUrl }, patience)).rejects.toThrow('database "nowhere" does not exist');
  });
});
