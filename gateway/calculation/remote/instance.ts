import type { Pool } from 'undici';
import { type ConnectionOptions, connectionsTo } from './connections.ts';
import { InstanceBreaker } from './instance-breaker.ts';

export interface InstanceOptions extends ConnectionOptions {
  readonly changed: (instance: Instance) => void;
}

/** One address of a service. */
export class Instance {
  /** Host and port, for the log and the metrics. They hold no secret. */
  readonly name: string;
  readonly url: URL;
  readonly connections: Pool;
  readonly breaker: InstanceBreaker;
  /** Calls that the instance has not answered yet. */
  running = 0;
  /** Calculators that have been called at the instance, and how many of them are out of use there. */
  circuits = 0;
  circuitsOpen = 0;

  constructor(url: URL, { changed, ...options }: InstanceOptions) {
    this.name = url.host;
    this.url = url;
    this.connections = connectionsTo(url, options);
    this.breaker = new InstanceBreaker(() => changed(this));
  }

  /**
   * Whether the instance fails where the others do not, so that it gets calls only if no other instance can take them:
   * at least two calculators are out of use there, and at least half of those called.
   */
  get outlier(): boolean {
    return this.circuitsOpen > 1 && 2 * this.circuitsOpen >= this.circuits;
  }
}
