import { setTimeout as sleep } from 'node:timers/promises';
import { Cluster, type Redis } from 'ioredis';
import type { Recalls } from '../../admission/admission.ts';
import { pause } from '../connection.ts';
import { RECALLS } from '../keys.ts';

/** Milliseconds between the messages that show whether recalls arrive. */
const BEAT_MS = 300;

/** Milliseconds without any message after which recalls do not arrive. */
const SILENT_MS = 1_000;

/** No client has this name. */
const BEAT = '';

/**
 * Recalls that the script publishes, over a connection of their own. Every process also publishes an empty message
 * from time to time: silence means that recalls do not arrive either.
 */
export class RedisRecalls implements Recalls {
  readonly #redis: Redis | Cluster;
  readonly #end = new AbortController();
  readonly #beats: NodeJS.Timeout;
  #subscriber: Redis | null = null;
  #last = Number.NEGATIVE_INFINITY;
  #recalled: (client: string) => void = () => {};

  constructor(redis: Redis | Cluster) {
    this.#redis = redis;
    this.#beats = setInterval(() => this.#beat(), BEAT_MS);
    this.#beats.unref();
    void this.#follow();
  }

  get live(): boolean {
    return performance.now() - this.#last < SILENT_MS;
  }

  listen(recalled: (client: string) => void): void {
    this.#recalled = recalled;
  }

  close(): void {
    clearInterval(this.#beats);
    this.#end.abort();
    this.#subscriber?.disconnect();
  }

  async #follow(): Promise<void> {
    const { signal } = this.#end;
    for (let turn = 0, failures = 0; !signal.aborted; turn += 1) {
      failures = (await this.#subscription(turn)) ? 0 : failures + 1;
      await sleep(pause(failures), undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Runs one connection until it ends. Returns whether it got as far as the subscription. */
  async #subscription(turn: number): Promise<boolean> {
    // In a cluster a message on one node reaches all.
    const nodes = this.#redis instanceof Cluster ? this.#redis.nodes('master') : [this.#redis];
    const subscriber = nodes[turn % nodes.length]?.duplicate({ retryStrategy: () => null, autoResubscribe: false });
    if (subscriber === undefined) return false;
    this.#subscriber = subscriber;
    subscriber.on('error', () => {});
    subscriber.on('message', (_channel, client) => this.#message(client));
    const ended = new Promise((resolve) => subscriber.once('end', resolve));
    try {
      await subscriber.connect();
      await subscriber.subscribe(RECALLS);
      this.#beat();
      await ended;
      return true;
    } catch {
      return false;
    } finally {
      subscriber.disconnect();
    }
  }

  #message(client: string): void {
    this.#last = performance.now();
    if (client !== BEAT) this.#recalled(client);
  }

  #beat(): void {
    if (!this.live && this.#last > 0) {
      // The connection may be dead without knowing it.
      this.#last = Number.NEGATIVE_INFINITY;
      this.#subscriber?.disconnect();
    }
    this.#redis.publish(RECALLS, BEAT).catch(() => {});
  }
}
