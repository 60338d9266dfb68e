import { Cluster, type Redis } from 'ioredis';

/**
 * Lets all commands of a moment leave in one write per connection: those that are sent until the running callback and
 * the promises that it has settled are done. A write wakes Redis, which costs more than the command.
 */
export class OneWrite {
  readonly #redis: Redis | Cluster;
  #begun = false;

  constructor(redis: Redis | Cluster) {
    this.#redis = redis;
  }

  /** Call it before a command is sent. */
  begin(): void {
    if (this.#begun) return;
    this.#begun = true;
    const streams = this.#streams();
    for (const stream of streams) stream.cork();
    process.nextTick(() => {
      this.#begun = false;
      for (const stream of streams) stream.uncork();
    });
  }

  #streams() {
    const nodes = this.#redis instanceof Cluster ? this.#redis.nodes('master') : [this.#redis];
    // Despite its type, `stream` is missing before the first connection.
    return nodes.flatMap(({ stream }) => stream ?? []);
  }
}
