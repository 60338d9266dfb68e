import type { Pool } from 'undici';
import { type ConnectionOptions, connectionsTo } from './connections.ts';
import { InstanceBreaker } from './instance-breaker.ts';

export interface InstanceOptions extends ConnectionOptions {
  readonly changed: (instance: Instance) => void;
}

/** One address of a service or an upstream. */
export class Instance {
  /** Host and port, for the log and the metrics. They hold no secret. */
  readonly name: string;
  readonly url: URL;
  readonly breaker: InstanceBreaker;
  /** Calls that the instance has not answered yet. */
  running = 0;
  /** Calculators that have been called at the instance, and how many of them are out of use there. */
  circuits = 0;
  circuitsOpen = 0;
  readonly #options: ConnectionOptions;
  #connections: Pool | null = null;

  constructor(url: URL, { changed, ...options }: InstanceOptions) {
    this.name = url.host;
    this.url = url;
    this.#options = options;
    this.breaker = new InstanceBreaker(() => changed(this));
  }

  /** For calculators. They are made at the first call: the calls of an upstream have connections of another kind. */
  get connections(): Pool {
    this.#connections ??= connectionsTo(this.url, this.#options);
    return this.#connections;
  }

  close(): void {
    void this.#connections?.destroy();
  }

  /**
   * Whether the instance fails where the others do not, so that it gets calls only if no other instance can take them:
   * at least two calculators are out of use there, and at least half of those called.
   */
  get outlier(): boolean {
    return this.circuitsOpen > 1 && 2 * this.circuitsOpen >= this.circuits;
  }
}
