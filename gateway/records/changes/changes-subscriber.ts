import { setTimeout as sleep } from 'node:timers/promises';
import { pause } from '../../quota/redis/connection.ts';
import { CHANGES_CHANNEL, connectToNode } from './changes-channel.ts';
import type { ChangesFeed } from './changes-feed.ts';

/** Milliseconds between pings of a silent connection. */
const PING_EVERY_MS = 2_000;

/**
 * Makes the feed poll as soon as a message arrives. Every subscription, the first included, marks everything stale,
 * because earlier messages were not received.
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

  /** Subscribes in the background, and again after each loss. */
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

  /** Runs one connection until it ends. Returns whether it got as far as the subscription. */
  async #subscription(turn: number): Promise<boolean> {
    const { signal } = this.#end;
    const redis = await connectToNode(this.#redisUrl, turn).catch(() => null);
    if (redis === null) return false;
    const disconnect = () => redis.disconnect();
    // Stopped while connecting: nothing else would end this connection.
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
