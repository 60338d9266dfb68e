import type { Cluster, Redis } from 'ioredis';
import type { AnchoredClock } from '../store-clock.ts';

/** Milliseconds between two readings of the clock of Redis. */
const EVERY_MS = 1_000;

/** Keeps a clock at the time of Redis. In a cluster all nodes should agree; each reading asks one of them. */
export class RedisTime {
  readonly #redis: Redis | Cluster;
  readonly #clock: AnchoredClock;
  readonly #monotonic: () => number;
  readonly #timer: NodeJS.Timeout;

  constructor(redis: Redis | Cluster, clock: AnchoredClock, monotonic: () => number) {
    this.#redis = redis;
    this.#clock = clock;
    this.#monotonic = monotonic;
    // An outage is noticed elsewhere. Meanwhile the clock runs on.
    this.#timer = setInterval(() => this.read().catch(() => undefined), EVERY_MS);
    this.#timer.unref();
  }

  /** Reads the time now. Rejects if Redis does not answer. */
  async read(): Promise<void> {
    const asked = this.#monotonic();
    const [seconds, microseconds] = await this.#redis.time();
    this.#clock.heard(Number(seconds) * 1_000 + Number(microseconds) / 1_000, asked, this.#monotonic());
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
