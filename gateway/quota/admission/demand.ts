import { BoundedMap } from '../bounded-map.ts';
import { FEWEST_UNITS, LEASE_MS } from '../model/leases.ts';

/** Most clients whose demand is remembered. */
const CAPACITY = 100_000;

/** Milliseconds for which the demand of a client that pauses is remembered. */
const REMEMBERED_MS = 300_000;

/** Least milliseconds from which a rate is concluded: ten calls at one instant are no rate of thousands. */
const LEAST_SEEN_MS = 500;

/** What a client is expected to ask while a lease lasts. */
interface Expected {
  readonly units: number;
  readonly calls: number;
}

/** The calls of a client since its last pause, as decaying sums at an instant. A pause is a lease's time without a call. */
export interface Recent {
  units: number;
  calls: number;
  /** The first call after the pause, and the last one. */
  since: number;
  at: number;
  /** What was expected of the client before the pause; `null` if that is not known. */
  before: Expected | null;
}

/**
 * What clients are expected to ask of this process while a lease lasts: a sum of their calls that decays with that time
 * constant. The sum of a client that has just begun is what it will be when the client has called for long at its rate
 * so far. A lease that followed the sum alone would be used up after 4, 8, 16... calls. After a pause, a client is
 * expected to ask what it asked before, until it has called for as long as a lease lasts: with a thousand clients that
 * come back together, the exact calls and the small leases of each would otherwise take most of Redis's time.
 */
export class Demand {
  readonly #clients = new BoundedMap<string, Recent>(CAPACITY);

  /**
   * Adds a call. `at` is a monotonic instant in milliseconds.
   *
   * @returns where later calls of the client can be added, without a look-up
   */
  add(client: string, units: number, at: number): Recent {
    let recent = this.#clients.get(client);
    if (recent === undefined) {
      recent = { units: 0, calls: 0, since: at, at, before: null };
      this.#clients.set(client, recent);
    }
    return addTo(recent, units, at);
  }

  /** Units and calls while a lease lasts. Below {@link FEWEST_UNITS} asked so far, nothing is concluded from a rate. */
  of(client: string, at: number): Expected {
    const recent = this.#clients.get(client);
    if (recent === undefined) return { units: 0, calls: 0 };
    const expected = expectedOf(recent, at);
    const { before, since } = recent;
    return before !== null && at - since < LEASE_MS && before.units > expected.units ? before : expected;
  }
}

/** Adds a call to those of a client. */
export function addTo(recent: Recent, units: number, at: number): Recent {
  const silent = at - recent.at;
  if (silent >= LEASE_MS) {
    recent.before = silent < REMEMBERED_MS ? expectedOf(recent, recent.at) : null;
    recent.units = 0;
    recent.calls = 0;
    recent.since = at;
  }
  const left = Math.exp(-silent / LEASE_MS);
  recent.units = recent.units * left + units;
  recent.calls = recent.calls * left + 1;
  recent.at = at;
  return recent;
}

function expectedOf(recent: Recent, at: number): Expected {
  const left = Math.exp((recent.at - at) / LEASE_MS);
  const [units, calls] = [Math.round(recent.units * left), Math.round(recent.calls * left)];
  if (units < FEWEST_UNITS) return { units, calls };
  const seen = 1 - Math.exp(-Math.max(at - recent.since, LEAST_SEEN_MS) / LEASE_MS);
  return { units: Math.round(units / seen), calls: Math.round(calls / seen) };
}
