/** A number that only grows, and how much of it a loss of the store's data may have cost. */
class Growing {
  total = 0;
  /** Amounts that SQL lacks and may never get: added since the last checkpoint before a loss, or in doubt. */
  mayBeLost = 0;
  /** The total up to which the number is in SQL or may be lost. */
  #settled = 0;

  add(amount: number, inDoubt: boolean): void {
    this.total += amount;
    if (!inDoubt) return;
    this.mayBeLost += amount;
    this.#settled += amount;
  }

  /** SQL now holds this total. */
  checkpointed(total: number): void {
    this.#settled = Math.max(this.#settled, total);
  }

  lose(): void {
    this.mayBeLost += this.total - this.#settled;
    this.#settled = this.total;
  }
}

/** Units taken and given back at an instant. */
export interface Mark {
  readonly taken: number;
  readonly returned: number;
}

/**
 * The true value of one counter, and the most that SQL may be missing from it after the simulated losses: what the
 * store took since the last checkpoint, and what it took for processes that could not know of a loss yet.
 */
export class Account {
  readonly taken = new Growing();
  readonly returned = new Growing();
  /** The epoch loaded last. */
  epoch: string | null = null;
  /** After a loss: the processes that know what SQL holds and therefore refuse counters below it. */
  #aware: Set<string> | null = null;
  /** False from a loss until the counters match SQL again. */
  #inLine = true;

  /** Units used so far. */
  get net(): number {
    return this.taken.total - this.returned.total;
  }

  get mark(): Mark {
    return { taken: this.taken.total, returned: this.returned.total };
  }

  take(amount: number, process: string): void {
    this.taken.add(amount, this.#aware !== null && !this.#aware.has(process));
  }

  /**
   * A give-back does not check whether the counters are below SQL, so after a loss it may be lost until the counters
   * are loaded.
   *
   * @returns whether it certainly arrived
   */
  giveBack(amount: number, arrived: boolean): boolean {
    const certain = arrived && this.#inLine;
    this.returned.add(amount, !certain);
    return certain;
  }

  /** SQL now holds the snapshot read at this mark. */
  checkpointed({ taken, returned }: Mark): void {
    this.taken.checkpointed(taken);
    this.returned.checkpointed(returned);
  }

  /** @param aware the processes that know what SQL holds of this epoch */
  lose(aware: Iterable<string>): void {
    this.taken.lose();
    this.returned.lose();
    this.#aware = new Set();
    for (const process of aware) this.learned(process);
    this.#inLine = false;
  }

  /**
   * The counters match SQL. If they replace other counters, everything added to those since the last checkpoint is
   * lost.
   */
  loaded(process: string, epoch: string): void {
    if (this.epoch !== null && this.epoch !== epoch) {
      this.taken.lose();
      this.returned.lose();
    }
    this.epoch = epoch;
    this.#inLine = true;
    this.#aware?.add(process);
  }

  /** The process knows what SQL holds of this epoch. */
  learned(process: string): void {
    this.#aware?.add(process);
  }
}
