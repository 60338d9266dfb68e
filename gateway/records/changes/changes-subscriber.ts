import { setTimeout as sleep } from 'node:timers/promises';
import { pause } from '../../quota/redis/connection.ts';
import { CHANGES_CHANNEL, connectToNode } from './changes-channel.ts';
import type { ChangesFeed } from './changes-feed.ts';

/** How often a connection that says nothing is asked whether it lives. */
const PING_EVERY_MS = 2_000;

/**
 * Lets the feed look as soon as somebody says that there is something new. After every subscription, the first one and
 * each later one, everything is marked stale: what was said before it was not heard.
 */
export class ChangesSubscriber {
  readonly #redisUrl: string;
  readonly #feed: Pick<ChangesFeed, 'catchUp' | 'markAllStale'>;
  readonly #end = new AbortController();
  #following: Promise<void> = Promise.resolve();

  constructor(redisUrl: string, feed: Pick<ChangesFeed, 'catchUp' | 'markAllStale'>) {
    this.#redisUrl = redisUrl;
    this.#feed = feed;
  }

  /** Subscribes in the background, and again whenever that is lost. */
  start(): void {
    this.#following = this.#follow();
  }

  async stop(): Promise<void> {
    this.#end.abort();
    await this.#following;
  }

  async #follow(): Promise<void> {
    const { signal } = this.#end;
    let failures = 0;
    for (let turn = 0; !signal.aborted; turn += 1) {
      failures = (await this.#subscription(turn)) ? 0 : failures + 1;
      await sleep(pause(failures), undefined, { signal }).catch(() => undefined);
    }
  }

  /** One connection from its beginning to its end; tells whether it got as far as the subscription. */
  async #subscription(turn: number): Promise<boolean> {
    const { signal } = this.#end;
    const redis = await connectToNode(this.#redisUrl, turn).catch(() => null);
    if (redis === null) return false;
    const disconnect = () => redis.disconnect();
    // The stop came while the connection was made: nobody would tell it to end any more.
    if (signal.aborted) {
      disconnect();
      return false;
    }
    const ended = new Promise((resolve) => redis.once('end', resolve));
    const heartbeat = setInterval(() => void redis.ping().catch(disconnect), PING_EVERY_MS);
    signal.addEventListener('abort', disconnect);
    try {
      redis.on('message', () => void this.#feed.catchUp());
      await redis.subscribe(CHANGES_CHANNEL);
      this.#feed.markAllStale();
      void this.#feed.catchUp();
      await ended;
      return true;
    } catch {
      return false;
    } finally {
      signal.removeEventListener('abort', disconnect);
      clearInterval(heartbeat);
      disconnect();
    }
  }
}
