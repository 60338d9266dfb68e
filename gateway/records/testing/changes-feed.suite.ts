import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { ChangesFeed } from '../changes/changes-feed.ts';
import { CHANGES_KEPT_MS, pruneChanges } from '../changes/changes-prune.ts';
import type { Records } from '../records.ts';
import { recordChange } from '../trail.ts';

const actor = { name: 'cli', at: 1, address: null };

/** Tests the guarantees of the feed of changes on every database. */
export function changesFeedSuite(open: () => Promise<Records>): void {
  describe('changes', () => {
    let records: Records;
    let feed: ChangesFeed;
    let received: string[];
    let errors: unknown[];

    beforeEach(async () => {
      records = await open();
      received = [];
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
        changed: (seq, kind, id) => received.push(`${seq > 0} ${kind} ${id}`),
        allStale: () => received.push('all'),
      });
      await feed.start();
    }

    describe('the feed of changes', () => {
      it('delivers changes after its start, once and in order', async () => {
        await change('before');
        await follow(60_000);
        await change('b', 'a');
        await feed.catchUp();
        await change('c');
        await feed.catchUp();
        await feed.catchUp();
        expect(received).toEqual(['true key b', 'true key a', 'true key c']);
      });

      it('delivers more changes than it reads at once', async () => {
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
        expect(received).toHaveLength(2_500);
        expect(received.at(-1)).toBe('true key 2499');
      });

      it('polls by itself until it is stopped', async () => {
        await follow(5);
        await change('a');
        await waitUntil('the feed received', () => received[0]);
        await feed.stop();
        await change('b');
        await new Promise((resolve) => setTimeout(resolve, 30));
        expect(received).toEqual(['true key a']);
      });

      it('is behind while the records fail, reports it once, and then misses nothing', async () => {
        await follow(5);
        await sql`alter table changes rename to elsewhere`.execute(records.db);
        await waitUntil('the feed is behind', () => feed.behind || undefined);
        await feed.catchUp();
        await sql`insert into elsewhere (kind, id, at) values ('key', 'meanwhile', 1)`.execute(records.db);
        await sql`alter table elsewhere rename to changes`.execute(records.db);
        await waitUntil('the feed has caught up', () => (feed.behind ? undefined : true));
        await feed.catchUp();
        expect(received).toEqual(['true key meanwhile']);
        expect(errors).toHaveLength(1);
      });

      it('polls once more for any number of requests during a poll', async () => {
        let polls = 0;
        const counted = records.db.withPlugin({
          transformQuery: ({ node }) => node,
          async transformResult({ result }) {
            polls += 1;
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
        expect(polls).toBeLessThanOrEqual(4);
      });

      it('drops rows older than a day, but never the newest one', async () => {
        await follow(60_000);
        await change('old', 'older', 'newest');
        await pruneChanges({ records, signal: new AbortController().signal }, actor.at + CHANGES_KEPT_MS);
        expect(await idsOfChanges()).toEqual(['old', 'older', 'newest']);
        await pruneChanges({ records, signal: new AbortController().signal }, actor.at + CHANGES_KEPT_MS + 1);
        expect(await idsOfChanges()).toEqual(['newest']);
        await change('later');
        await feed.catchUp();
        expect(received.at(-1)).toBe('true key later');
      });

      it('marks everything stale, once, after sleeping while rows may have been dropped', async () => {
        let now = 0;
        feed = new ChangesFeed({ records, interval: 60_000, wall: () => now });
        feed.subscribe({
          changed: (_, kind, id) => received.push(`${kind} ${id}`),
          allStale: () => received.push('all'),
        });
        await feed.start();
        now += CHANGES_KEPT_MS / 2;
        await feed.catchUp();
        expect(received).toEqual([]);
        await change('forgotten', 'kept');
        await pruneChanges({ records, signal: new AbortController().signal }, actor.at + CHANGES_KEPT_MS + 1);
        now += CHANGES_KEPT_MS / 2 + 1;
        await feed.catchUp();
        await feed.catchUp();
        expect(received).toEqual(['key kept', 'all']);
      });

      it('forwards that everything is stale', async () => {
        await follow(60_000);
        feed.markAllStale();
        expect(received).toEqual(['all']);
      });
    });
  });
}
