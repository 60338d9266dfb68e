/** The share of a processor that a party may use continuously. Beyond it, its calls wait for those of others. */
const SHARE = 0.2;

/** Work that a party may do in advance of its share, in milliseconds. */
const CREDIT_MS = 20;

/** Work of waiting calls in one turn of the event loop, in milliseconds. New calls are read between turns. */
const SLICE_MS = 1;

/** After being the only caller for this long, in milliseconds, a party does not wait. */
const ALONE_MS = 1_000;

/**
 * Changes from one party's call to another's that are no reason to refuse calls: this many at once, and this many a second.
 * A page or a probe beside a busy client is served in its turn, and most of the processor would stay unused.
 */
const FEW_CHANGES = 20;

/** Maximum number of waiting calls of one party. Each holds its connection. */
const MOST_WAITING = 1_000;

/**
 * Parties from which on those without a debt are forgotten: they are like new ones. If more stayed, thousands of
 * parties that call in turn would each live long enough to reach the old generation of the heap.
 */
const MANY_PARTIES = 100;

interface WaitingCall {
  readonly leastMs: number;
  readonly run: () => void;
}

interface Party {
  /** Work beyond the share, in milliseconds, at the instant `at`. */
  debt: number;
  at: number;
  /** `null` until a call has to wait: most parties never have any. */
  waiting: WaitingCall[] | null;
}

/**
 * Shares the time of the process between parties. A party is a client or, for calls without a key, a network. A party
 * within its share runs its calls at once. While other parties call too, the calls of a party beyond its share wait in
 * its own queue. The queues are served in turn, one slice in each turn of the event loop. No time stays unused, and a
 * call of a party within its share waits for at most one slice and one call, however many calls another party sends.
 *
 * The cost of a call is its measured synchronous time, with that of its continuation (`resume`). `leastMs` estimates
 * what is not measured.
 */
export class FairShare {
  readonly #now: () => number;
  readonly #later: (run: () => void) => void;
  /** The work of one party takes the time in which others repay theirs, so only a few are in debt at any time. */
  #parties = new Map<string, Party>();
  /** The number of parties at which some are forgotten. */
  #full = MANY_PARTIES;
  /** Parties with waiting calls, the next one first. */
  readonly #turns: Party[] = [];
  #last: Party | null = null;
  #contendedUntil = Number.NEGATIVE_INFINITY;
  /** Changes of the party beyond `FEW_CHANGES` a second, at the instant of the last one. */
  #changes = 0;
  #changedAt = 0;
  #scheduled = false;

  /**
   * @param now a monotonic clock, in milliseconds
   * @param later runs a function in the next turn of the event loop
   */
  constructor(now: () => number = () => performance.now(), later: (run: () => void) => void = setImmediate) {
    this.#now = now;
    this.#later = later;
  }

  /**
   * Runs a call of a party, at once or in its turn.
   *
   * @param leastMs minimum cost of the call, in milliseconds
   * @returns false if too many calls of the party are waiting; the call then does not run
   */
  enter(name: string, leastMs: number, run: () => void): boolean {
    const now = this.#now();
    const party = this.#partyOf(name, now);
    if (party !== this.#last) {
      if (this.#last !== null) this.#changed(now);
      this.#last = party;
    }
    const isFirst = (party.waiting?.length ?? 0) === 0;
    if (isFirst && (now >= this.#contendedUntil || debtAt(party, now) <= CREDIT_MS)) {
      this.#run(party, leastMs, run, now);
      return true;
    }
    party.waiting ??= [];
    if (party.waiting.length >= MOST_WAITING) return false;
    if (isFirst) this.#turns.push(party);
    party.waiting.push({ leastMs, run });
    this.#schedule();
    return true;
  }

  /** Runs the rest of a call that has entered, such as the work after its body was read, and adds its cost. */
  resume(name: string, run: () => void): void {
    const now = this.#now();
    this.#run(this.#partyOf(name, now), 0, run, now);
  }

  /** Parties in memory. */
  get size(): number {
    return this.#parties.size;
  }

  /** Whether a party uses more than its share while other parties call too, more than now and then. */
  exceeds(name: string): boolean {
    const now = this.#now();
    const party = this.#parties.get(name);
    return party !== undefined && this.#changesAt(now) > FEW_CHANGES && debtAt(party, now) > CREDIT_MS;
  }

  #changed(now: number): void {
    this.#contendedUntil = now + ALONE_MS;
    this.#changes = Math.min(this.#changesAt(now) + 1, 2 * FEW_CHANGES);
    this.#changedAt = now;
  }

  #changesAt(now: number): number {
    return Math.max(0, this.#changes - ((now - this.#changedAt) * FEW_CHANGES) / 1_000);
  }

  #partyOf(name: string, now: number): Party {
    let party = this.#parties.get(name);
    if (party === undefined) {
      if (this.#parties.size >= this.#full) this.#forget(now);
      party = { debt: 0, at: now, waiting: null };
      this.#parties.set(name, party);
    }
    return party;
  }

  #forget(now: number): void {
    const kept = new Map<string, Party>();
    for (const [name, party] of this.#parties) {
      const waits = party.waiting !== null && party.waiting.length > 0;
      if (waits || party === this.#last || debtAt(party, now) > 0) kept.set(name, party);
    }
    this.#parties = kept;
    this.#full = Math.max(MANY_PARTIES, 2 * kept.size);
  }

  /** @returns the cost of the call, in milliseconds */
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
      const call = party?.waiting?.shift();
      if (party === undefined || call === undefined) return;
      if ((party.waiting?.length ?? 0) > 0) this.#turns.push(party);
      // Schedule before the call, because a call that throws must not leave the others waiting.
      if (this.#turns.length > 0) this.#schedule();
      left -= this.#run(party, call.leastMs, call.run, this.#now());
    }
  }
}

function debtAt({ debt, at }: Party, now: number): number {
  return Math.max(0, debt - (now - at) * SHARE);
}
