import { BoundedMap } from '../bounded-map.ts';
import { LEASE_MS } from '../model/leases.ts';

/** Most clients whose demand is remembered. */
const CAPACITY = 100_000;

interface Recent {
  units: number;
  calls: number;
  at: number;
}

/**
 * What clients are expected to ask of this process while a lease lasts: a sum of their calls that decays with that time
 * constant.
 */
export class Demand {
  readonly #clients = new BoundedMap<string, Recent>(CAPACITY);

  /** Adds a call. `at` is a monotonic instant in milliseconds. */
  add(client: string, units: number, at: number): void {
    let recent = this.#clients.get(client);
    if (recent === undefined) {
      recent = { units: 0, calls: 0, at };
      this.#clients.set(client, recent);
    }
    const left = Math.exp((recent.at - at) / LEASE_MS);
    recent.units = recent.units * left + units;
    recent.calls = recent.calls * left + 1;
    recent.at = at;
  }

  /** Units and calls while a lease lasts. */
  of(client: string, at: number): { readonly units: number; readonly calls: number } {
    const recent = this.#clients.get(client);
    if (recent === undefined) return { units: 0, calls: 0 };
    const left = Math.exp((recent.at - at) / LEASE_MS);
    return { units: Math.round(recent.units * left), calls: Math.round(recent.calls * left) };
  }
}
