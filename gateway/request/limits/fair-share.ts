import { BoundedMap } from '../../quota/bounded-map.ts';

/** The share of a processor that a party may use all the time. Beyond it, its calls wait for those of others. */
const SHARE = 0.2;

/** Work that a party may do ahead of its share, in milliseconds. */
const CREDIT_MS = 20;

/** Work of waiting calls between two looks at the sockets, in milliseconds. A call that need not wait comes after it. */
const SLICE_MS = 1;

/** A party that was alone for this time, in milliseconds, does not wait. */
const ALONE_MS = 1_000;

/** Calls of one party that may wait. Each holds a connection, since a connection waits with its call. */
const MOST_WAITING = 1_000;

/** Parties that are remembered. The party that was not seen for longest is forgotten first. */
const MOST_PARTIES = 10_000;

interface WaitingCall {
  readonly leastMs: number;
  readonly run: () => void;
}

interface Party {
  /** Work done beyond the share, in milliseconds, at the instant `at`. */
  debt: number;
  at: number;
  readonly waiting: WaitingCall[];
}

/**
 * Shares the time of the process between parties: clients, and networks for calls without a key. A party within its share
 * runs its calls at once. The calls of a party beyond it wait in a queue of their own while others call too; the queues are
 * served in turn, a slice between two looks at the sockets. So no time is left unused, and a call of a party within its
 * share waits for one slice and one call at most, however many calls another party sends.
 *
 * What a call costs is measured while it runs at once; what it does later is estimated (`leastMs`).
 */
export class FairShare {
  readonly #now: () => number;
  readonly #later: (run: () => void) => void;
  readonly #parties = new BoundedMap<string, Party>(MOST_PARTIES);
  /** Parties with waiting calls, the next one first. */
  readonly #turns: Party[] = [];
  #last: Party | null = null;
  #contendedUntil = Number.NEGATIVE_INFINITY;
  #scheduled = false;

  /** @param now a monotonic clock in milliseconds; @param later runs a function after the next look at the sockets */
  constructor(now: () => number = () => performance.now(), later: (run: () => void) => void = setImmediate) {
    this.#now = now;
    this.#later = later;
  }

  /**
   * Runs a call of a party, at once or in its turn.
   *
   * @param leastMs what the call costs at least, in milliseconds
   * @returns false if too many calls of the party wait already; then the call is not run
   */
  enter(name: string, leastMs: number, run: () => void): boolean {
    const now = this.#now();
    const party = this.#partyOf(name, now);
    if (party !== this.#last) {
      if (this.#last !== null) this.#contendedUntil = now + ALONE_MS;
      this.#last = party;
    }
    const { waiting } = party;
    if (waiting.length === 0 && (now >= this.#contendedUntil || debtAt(party, now) <= CREDIT_MS)) {
      this.#run(party, leastMs, run, now);
      return true;
    }
    if (waiting.length >= MOST_WAITING) return false;
    if (waiting.length === 0) this.#turns.push(party);
    waiting.push({ leastMs, run });
    this.#schedule();
    return true;
  }

  #partyOf(name: string, now: number): Party {
    let party = this.#parties.get(name);
    if (party === undefined) {
      party = { debt: 0, at: now, waiting: [] };
      this.#parties.set(name, party);
    }
    return party;
  }

  /** @returns what the call cost, in milliseconds */
  #run(party: Party, leastMs: number, run: () => void, began: number): number {
    run();
    const cost = Math.max(leastMs, this.#now() - began);
    party.debt = debtAt(party, began) + cost;
    party.at = began;
    return cost;
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#later(() => this.#serve());
  }

  #serve(): void {
    this.#scheduled = false;
    let left = SLICE_MS;
    while (left > 0) {
      const party = this.#turns.shift();
      const call = party?.waiting.shift();
      if (party === undefined || call === undefined) return;
      if (party.waiting.length > 0) this.#turns.push(party);
      // Before the call, which may throw: the others must not wait for ever.
      if (this.#turns.length > 0) this.#schedule();
      left -= this.#run(party, call.leastMs, call.run, this.#now());
    }
  }
}

function debtAt({ debt, at }: Party, now: number): number {
  return Math.max(0, debt - (now - at) * SHARE);
}
