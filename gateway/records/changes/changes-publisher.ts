import type { Redis } from 'ioredis';
import type { Records } from '../records.ts';
import { CHANGES_CHANNEL, connectToNode } from './changes-channel.ts';

/**
 * Notifies every process of new rows in `changes`, so that it need not wait for its next poll. Best effort: a process
 * that is not reached polls anyway.
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
    return {
      ...records,
      write: async (change) => {
        const result = await records.write(change);
        this.#publish();
        return result;
      },
      close: async () => {
        await records.close();
        await this.#close();
      },
    };
  }

  /** One message in flight and one queued behind it cover any number of changes. */
  #publish(): void {
    if (this.#waiting) return;
    this.#waiting = true;
    this.#publishing = this.#publishing.then(() => {
      this.#waiting = false;
      return this.#send();
    });
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

  async #close(): Promise<void> {
    await this.#publishing;
    if (this.#connection !== null) await disconnect(this.#connection);
  }
}

async function disconnect(connection: Promise<Redis>): Promise<void> {
  await connection.then(
    (redis) => redis.disconnect(),
    () => undefined,
  );
}
