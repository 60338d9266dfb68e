import { expect, it } from 'vitest';
import { describeWithPostgres } from '../../test/support/servers.ts';
import { RecordsUnusable } from './connect-retry.ts';
import { openRecords } from './records.ts';

it('a PostgreSQL that stays away is told with its place and the reason, and without the password', async () => {
  const told: string[] = [];
  const opening = openRecords(
    { databaseUrl: 'postgres://vg:hunter2@127.0.0.1:1/vitalgate' },
    { ms: 600, waiting: (reason) => told.push(reason) },
  );
  const reason = 'PostgreSQL at 127.0.0.1:1/vitalgate cannot be used: connect ECONNREFUSED 127.0.0.1:1';
  await expect(opening).rejects.toThrow(new RecordsUnusable(reason));
  expect(told).toEqual([reason]);
});

describeWithPostgres('a PostgreSQL without our database', (server) => {
  it('is not waited for', async () => {
    const databaseUrl = server.url.replace(/\/\w+$/, '/nowhere');
    const patience = { ms: 60_000, waiting: () => expect.unreachable() };
    await expect(openRecords({ databaseUrl }, patience)).rejects.toThrow('database "nowhere" does not exist');
  });
});
