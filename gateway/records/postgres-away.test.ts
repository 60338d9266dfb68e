import { expect, it } from 'vitest';
import { describeWithOwnPostgres } from '../../test/support/servers.ts';
import { waitUntil } from '../../test/support/wait-until.ts';
import { revokeKey } from '../accounts/keys/key-end.ts';
import { hashKey } from '../accounts/keys/key-format.ts';
import { readPrincipal } from '../accounts/keys/read-principal.ts';
import { firstStart } from '../accounts/onboarding/first-start.ts';
import { PrincipalCache, RecordsAway } from '../request/principal/principal-cache.ts';
import { ChangesFeed } from './changes/changes-feed.ts';
import { openRecords } from './records.ts';

describeWithOwnPostgres('records whose PostgreSQL is killed', (server) => {
  it('keep known keys working, refuse unknown keys, and miss no revocation when it is back', async () => {
    const records = await openRecords({ databaseUrl: server.url });
    const first = await firstStart(records, 1);
    const keyHash = hashKey(first?.key.text ?? '');
    let now = 1_000;
    const cache = new PrincipalCache({
      read: (hash) => readPrincipal(records.db, hash),
      monotonic: () => now,
      wall: () => now,
    });
    const feed = new ChangesFeed({ records, interval: 10 });
    feed.subscribe(cache);
    await feed.start();
    await cache.fill(keyHash);

    await server.kill();
    await waitUntil('the feed is behind', () => feed.behind || undefined);
    // A second before known keys are refused too, by default.
    now += 59_000;
    expect((await cache.fill(keyHash)).principal?.keyId).toBe(first?.key.id);
    await expect(cache.fill(hashKey('unknown'))).rejects.toThrow(RecordsAway);

    await server.restart();
    const elsewhere = await openRecords({ databaseUrl: server.url });
    await revokeKey(elsewhere, { name: 'cli', at: 2, address: null }, first?.key.id ?? '');
    await waitUntil('the feed has caught up', () => (feed.behind ? undefined : true));
    await feed.catchUp();
    now += 1_000;
    expect((await cache.fill(keyHash)).principal).toBeNull();

    await feed.stop();
    await Promise.all([records.close(), elsewhere.close()]);
  });

  it('are opened when it comes up in time, as when both start together', async () => {
    await server.kill();
    const reasons: string[] = [];
    const opening = openRecords({ databaseUrl: server.url }, { ms: 10_000, waiting: (reason) => reasons.push(reason) });
    await waitUntil('a first attempt', () => reasons[0]);
    await server.restart();
    const records = await opening;
    expect(reasons).toHaveLength(1);
    await records.close();
  });
});
