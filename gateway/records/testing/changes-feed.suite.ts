import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { ChangesFeed } from '../changes/changes-feed.ts';
import { CHANGES_KEPT_MS, pruneChanges } from '../changes/changes-prune.ts';
import type { Records } from '../records.ts';
import { recordChange } from '../trail.ts';

const actor = { name: 'cli', at: 1, address: null };

/** What the feed of changes guarantees on every database. */
export function changesFeedSuite(open: () => Promise<Records>): void {
  describe('changes', () => {
    let records: Records;
    let feed: ChangesFeed;
    let told: string[];
    let errors: unknown[];

    beforeEach(async () => {
      records = await open();
      told = [];
      errors = [];
    });
    afterEach(async () => {
      await feed.stop();
      await records.close();
    });

    const change = (...ids: string[]) =>
      records.write(async (trx) => {
        for (const id of ids) {
          await recordChange(trx, actor, 'key', id);
        }
      });

    const idsOfChanges = async () =>
      (await records.db.selectFrom('changes').select('id').orderBy('seq').execute()).map(({ id }) => id);

    async function follow(interval: number): Promise<void> {
      feed = new ChangesFeed({ records, interval, onError: (error) => errors.push(error) });
      feed.subscribe({
        changed: (seq, kind, id) => told.push(`${seq > 0} ${kind} ${id}`),
        allStale: () => told.push('all'),
      });
      await feed.start();
    }

    describe('the feed of changes', () => {
      it('tells what comes after its start, once and in order', async () => {
        await change('before');
        await follow(60_000);
        await change('b', 'a');
        await feed.catchUp();
        await change('c');
        await feed.catchUp();
        await feed.catchUp();
        expect(told).toEqual(['true key b', 'true key a', 'true key c']);
      });

      it('tells more changes than it reads at once', async () => {
        await follow(60_000);
        await records.write(async (trx) => {
          const rows = Array.from({ length: 2_500 }, (_, index) => ({
            kind: 'key' as const,
            id: String(index),
            at: 1,
          }));
          await trx.insertInto('changes').values(rows).execute();
        });
        await feed.catchUp();
        expect(told).toHaveLength(2_500);
        expect(told.at(-1)).toBe('true key 2499');
      });

      it('looks by itself, and no more after it was stopped', async () => {
        await follow(5);
        await change('a');
        await waitUntil('the feed told', () => told[0]);
        await feed.stop();
        await change('b');
        await new Promise((resolve) => setTimeout(resolve, 30));
        expect(told).toEqual(['true key a']);
      });

      it('is behind while the records fail, complains once, and then misses nothing', async () => {
        await follow(5);
        await sql`alter table changes rename to elsewhere`.execute(records.db);
        await waitUntil('the feed is behind', () => feed.behind || undefined);
        await feed.catchUp();
        await sql`insert into elsewhere (kind, id, at) values ('key', 'meanwhile', 1)`.execute(records.db);
        await sql`alter table elsewhere rename to changes`.execute(records.db);
        await waitUntil('the feed has caught up', () => (feed.behind ? undefined : true));
        await feed.catchUp();
        expect(told).toEqual(['true key meanwhile']);
        expect(errors).toHaveLength(1);
      });

      it('looks once more for all who ask during a look, however many they are', async () => {
        let looks = 0;
        const counted = records.db.withPlugin({
          transformQuery: ({ node }) => node,
          async transformResult({ result }) {
            looks += 1;
            return result;
          },
        });
        feed = new ChangesFeed({ records: { db: counted }, interval: 60_000 });
        await feed.start();
        await Promise.all(Array.from({ length: 100 }, () => feed.catchUp()));
        const first = feed.catchUp();
        await new Promise((resolve) => setImmediate(resolve));
        await Promise.all([first, ...Array.from({ length: 100 }, () => feed.catchUp())]);
        // The start, one for the first hundred, at most two for the second.
        expect(looks).toBeLessThanOrEqual(4);
      });

      it('forgets what everybody has read a day ago, but never the newest row', async () => {
        await follow(60_000);
        await change('old', 'older', 'newest');
        await pruneChanges({ records, signal: new AbortController().signal }, actor.at + CHANGES_KEPT_MS);
        expect(await idsOfChanges()).toEqual(['old', 'older', 'newest']);
        await pruneChanges({ records, signal: new AbortController().signal }, actor.at + CHANGES_KEPT_MS + 1);
        expect(await idsOfChanges()).toEqual(['newest']);
        await change('later');
        await feed.catchUp();
        expect(told.at(-1)).toBe('true key later');
      });

      it('that slept while rows may have been forgotten tells that everything is stale, once', async () => {
        let now = 0;
        feed = new ChangesFeed({ records, interval: 60_000, now: () => now });
        feed.subscribe({ changed: (_, kind, id) => told.push(`${kind} ${id}`), allStale: () => told.push('all') });
        await feed.start();
        now += CHANGES_KEPT_MS / 2;
        await feed.catchUp();
        expect(told).toEqual([]);
        await change('forgotten', 'kept');
        await pruneChanges({ records, signal: new AbortController().signal }, actor.at + CHANGES_KEPT_MS + 1);
        now += CHANGES_KEPT_MS / 2 + 1;
        await feed.catchUp();
        await feed.catchUp();
        expect(told).toEqual(['key kept', 'all']);
      });

      it('passes on that everything is stale', async () => {
        await follow(60_000);
        feed.markAllStale();
        expect(told).toEqual(['all']);
      });
    });
  });
}
