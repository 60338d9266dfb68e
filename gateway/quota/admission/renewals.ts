import { LEASE_MS } from '../model/leases.ts';
import type { Schedule } from './schedule.ts';

/** Milliseconds between two looks. */
const TICK_MS = 10;

/**
 * Ticks until a lease is renewed: seldom, not all leases of a start at once, and at least a second before it ends, because
 * a store that pauses for less should not end any.
 */
const FEWEST_TICKS = (0.75 * LEASE_MS) / TICK_MS;
const MORE_TICKS = (0.15 * LEASE_MS) / TICK_MS;

/** Reminds of leases that must be renewed. One timer serves all clients. */
export class Renewals {
  readonly #schedule: Schedule;
  readonly #monotonic: () => number;
  readonly #run: (client: string) => void;
  /** Clients by tick. An entry counts only if it is the last one of its client. */
  readonly #ticks = new Map<number, string[]>();
  readonly #last = new Map<string, number>();
  /** The last tick whose clients were reminded of. */
  #tick = 0;
  #running = false;

  /** @param monotonic milliseconds of a clock that is never set */
  constructor(schedule: Schedule, monotonic: () => number, run: (client: string) => void) {
    this.#schedule = schedule;
    this.#monotonic = monotonic;
    this.#run = run;
  }

  /** Runs for the client in 7.5 to 9 seconds. Replaces an earlier reminder. */
  remind(client: string): void {
    if (!this.#running) {
      this.#tick = this.#now();
      this.#later();
    }
    const tick = this.#now() + FEWEST_TICKS + (this.#last.size % (MORE_TICKS + 1));
    this.#last.set(client, tick);
    const clients = this.#ticks.get(tick);
    if (clients === undefined) this.#ticks.set(tick, [client]);
    else clients.push(client);
  }

  #now(): number {
    return Math.floor(this.#monotonic() / TICK_MS);
  }

  #later(): void {
    this.#running = true;
    this.#schedule.after(TICK_MS, () => {
      // A timer is always a little late, and a busy process is later: there may be several ticks since the last look.
      for (const now = this.#now(); this.#tick < now; ) this.#runTick(this.#tick + 1);
      if (this.#last.size > 0) this.#later();
      else {
        this.#running = false;
        // Only replaced reminders are left.
        this.#ticks.clear();
      }
    });
  }

  #runTick(tick: number): void {
    this.#tick = tick;
    const clients = this.#ticks.get(tick) ?? [];
    this.#ticks.delete(tick);
    for (const client of clients) {
      if (this.#last.get(client) !== tick) continue;
      this.#last.delete(client);
      this.#run(client);
    }
  }
}
