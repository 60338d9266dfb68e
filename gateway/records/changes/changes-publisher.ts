import type { Redis } from 'ioredis';
import { connectRedis } from '../../quota/redis/connection.ts';
import type { Records } from '../records.ts';
import { CHANGES_CHANNEL, connectToNode } from './changes-channel.ts';
import { RevocationRelay } from './revocation-relay.ts';

/**
 * Notifies every process of new rows in `changes`, so that it need not wait for its next poll, and copies revocations
 * to Redis for processes that cannot poll. Best effort: a process that is not reached polls anyway, and the processes
 * that answer calls copy each revocation until Redis has it.
 */
export class ChangesPublisher {
  readonly #redisUrl: string;
  #connection: Promise<Redis> | null = null;
  #turn = 0;
  #publishing: Promise<void> = Promise.resolve();
  #waiting = false;

  constructor(redisUrl: string) {
    this.#redisUrl = redisUrl;
  }

  /** Wraps records so that changes are published after their commit. Closing them closes the publisher. */
  over(records: Records): Records {
    const relay = new RevocationRelay(records.db);
    return {
      ...records,
      write: async (change) => {
        const result = await records.write(change);
        this.#publish(relay);
        return result;
      },
      close: async () => {
        await this.#publishing;
        await records.close();
        if (this.#connection !== null) await disconnect(this.#connection);
      },
    };
  }

  /** One message in flight and one queued behind it cover any number of changes. */
  #publish(relay: RevocationRelay): void {
    if (this.#waiting) return;
    this.#waiting = true;
    this.#publishing = this.#publishing.then(async () => {
      this.#waiting = false;
      await Promise.all([this.#send(), this.#copy(relay)]);
    });
  }

  /** Over a connection of its own, because in a cluster the list has its place on one node. */
  async #copy(relay: RevocationRelay): Promise<void> {
    const redis = connectRedis(this.#redisUrl);
    try {
      await relay.run(async () => {
        await redis.connect();
        return redis;
      });
    } catch {
      // Processes that answer calls copy it.
    } finally {
      redis.disconnect();
    }
  }

  async #send(): Promise<void> {
    this.#connection ??= connectToNode(this.#redisUrl, this.#turn);
    const connection = this.#connection;
    try {
      await (await connection).publish(CHANGES_CHANNEL, '');
    } catch {
      this.#turn += 1;
      this.#connection = null;
      await disconnect(connection);
    }
  }
}

async function disconnect(connection: Promise<Redis>): Promise<void> {
  await connection.then(
    (redis) => redis.disconnect(),
    () => undefined,
  );
}
