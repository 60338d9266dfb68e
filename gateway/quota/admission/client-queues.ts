import { ClientQueue } from './client-queue.ts';

/** Removals after which the entries move to a new map. */
const RENEWED_AFTER = 256;

/**
 * The queues of the clients that have work, by client.
 *
 * A map that entries come into and leave makes a new table every few removals, and V8 links each table to the next:
 * one old table that was moved to the old generation would keep all later ones alive, with the calls that they knew,
 * until the next full collection. So the map itself is replaced from time to time.
 */
export class ClientQueues {
  #queues = new Map<string, ClientQueue>();
  #removed = 0;

  get size(): number {
    return this.#queues.size;
  }

  /** The queue of a client; a new one if it has none. */
  of(client: string): ClientQueue {
    let queue = this.#queues.get(client);
    if (queue === undefined) {
      queue = new ClientQueue(client);
      this.#queues.set(client, queue);
    }
    return queue;
  }

  remove(client: string): void {
    this.#queues.delete(client);
    this.#removed += 1;
    // As many removals as entries: a removal costs the copy of one entry at most.
    if (this.#removed < Math.max(RENEWED_AFTER, this.#queues.size)) return;
    this.#queues = new Map(this.#queues);
    this.#removed = 0;
  }

  values(): Iterable<ClientQueue> {
    return this.#queues.values();
  }
}
