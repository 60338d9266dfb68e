import type { Cluster, Redis } from 'ioredis';
import type { Reader } from '../records.ts';
import { MOST_REVOCATIONS, memberOf, REVOCATIONS, REVOCATIONS_KEPT_MS } from './revocation.ts';

/**
 * Copies the revocations in `changes` to the list in Redis. `changes` is written in the transaction of the revocation,
 * so it is the outbox: every process copies its newest rows, at its start all of them, and after a failure again.
 * Copying twice changes nothing.
 */
export class RevocationRelay {
  readonly #db: Reader;
  /** The newest row that Redis has acknowledged. */
  #copied = 0;

  constructor(db: Reader) {
    this.#db = db;
  }

  /** Forgets what Redis has acknowledged: it may have lost its data. */
  startAgain(): void {
    this.#copied = 0;
  }

  /**
   * Copies what is new.
   *
   * @param connect called only if there is something to copy
   * @throws if PostgreSQL or Redis does not answer; the next run copies the same rows
   */
  async run(connect: () => Redis | Cluster | Promise<Redis | Cluster>): Promise<void> {
    const rows = await this.#db
      .selectFrom('changes')
      .select(['seq', 'kind', 'id', 'ends_at'])
      .where('ends_at', 'is not', null)
      .where('seq', '>', this.#copied)
      .orderBy('seq', 'desc')
      .limit(MOST_REVOCATIONS)
      .execute();
    const [newest] = rows;
    if (newest === undefined) return;
    const members = rows.flatMap(({ seq, kind, id, ends_at }) => [seq, memberOf({ kind, id, endsAt: ends_at ?? 0 })]);
    const redis = await connect();
    await redis.zadd(REVOCATIONS, 'GT', ...members);
    await redis.zremrangebyrank(REVOCATIONS, 0, -MOST_REVOCATIONS - 1);
    await redis.pexpire(REVOCATIONS, REVOCATIONS_KEPT_MS);
    this.#copied = Math.max(this.#copied, newest.seq);
  }
}
