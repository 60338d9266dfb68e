import type { Cluster, Redis } from 'ioredis';
import type { AnchoredClock } from '../store-clock.ts';

/** Milliseconds between two readings of the clock of Redis. */
const EVERY_MS = 1_000;

/** Keeps a clock at the time of Redis. In a cluster all nodes should agree; each reading asks one of them. */
export class RedisTime {
  readonly #redis: Pick<Redis | Cluster, 'time'>;
  readonly #clock: AnchoredClock;
  readonly #monotonic: () => number;
  readonly #timer: NodeJS.Timeout;

  constructor(redis: Pick<Redis | Cluster, 'time'>, clock: AnchoredClock, monotonic: () => number) {
    this.#redis = redis;
    this.#clock = clock;
    this.#monotonic = monotonic;
    // An outage is noticed elsewhere. Meanwhile the clock runs on.
    this.#timer = setInterval(() => this.read().catch(() => undefined), EVERY_MS);
    this.#timer.unref();
  }

  /** Reads the time now. Rejects if Redis does not answer, or not with a time. */
  async read(): Promise<void> {
    const asked = this.#monotonic();
    const answer = await this.#redis.time();
    const [seconds, microseconds] = answer;
    const time = Number(seconds) * 1_000 + Number(microseconds) / 1_000;
    // A clock without a date would end the process.
    if (Number.isNaN(new Date(time).getTime())) throw new Error(`TIME is answered with ${JSON.stringify(answer)}`);
    this.#clock.heard(time, asked, this.#monotonic());
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
