import { LEASE_MS } from '../model/leases.ts';
import type { Schedule } from './schedule.ts';

/** Milliseconds between two looks. */
const TICK_MS = 10;

/** Ticks until a lease is renewed: before it ends, and not all leases of a start at once. */
const FEWEST_TICKS = (0.6 * LEASE_MS) / TICK_MS;
const MORE_TICKS = (0.2 * LEASE_MS) / TICK_MS;

/** Reminds of leases that must be renewed. One timer serves all clients. */
export class Renewals {
  readonly #schedule: Schedule;
  readonly #run: (client: string) => void;
  /** Clients by tick. An entry counts only if it is the last one of its client. */
  readonly #ticks = new Map<number, string[]>();
  readonly #last = new Map<string, number>();
  #tick = 0;
  #running = false;

  constructor(schedule: Schedule, run: (client: string) => void) {
    this.#schedule = schedule;
    this.#run = run;
  }

  /** Runs for the client in three to four seconds. Replaces an earlier reminder. */
  remind(client: string): void {
    const tick = this.#tick + FEWEST_TICKS + (this.#last.size % (MORE_TICKS + 1));
    this.#last.set(client, tick);
    const clients = this.#ticks.get(tick);
    if (clients === undefined) this.#ticks.set(tick, [client]);
    else clients.push(client);
    if (!this.#running) this.#later();
  }

  #later(): void {
    this.#running = true;
    this.#schedule.after(TICK_MS, () => {
      this.#running = false;
      this.#tick += 1;
      const clients = this.#ticks.get(this.#tick) ?? [];
      this.#ticks.delete(this.#tick);
      for (const client of clients) {
        if (this.#last.get(client) !== this.#tick) continue;
        this.#last.delete(client);
        this.#run(client);
      }
      if (this.#last.size > 0 && !this.#running) this.#later();
    });
  }
}
