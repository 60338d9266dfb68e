/** A number that only grows, and how much of it losses of the store's data may have cost. */
class Growing {
  total = 0;
  /** What SQL does not have and never may: what was added since the last checkpoint before a loss, or in doubt. */
  mayBeLost = 0;
  /** Up to where it is in SQL, or may be lost. */
  #settled = 0;

  add(amount: number, inDoubt: boolean): void {
    this.total += amount;
    if (!inDoubt) return;
    this.mayBeLost += amount;
    this.#settled += amount;
  }

  /** SQL has what there was at an instant. */
  checkpointed(total: number): void {
    this.#settled = Math.max(this.#settled, total);
  }

  lose(): void {
    this.mayBeLost += this.total - this.#settled;
    this.#settled = this.total;
  }
}

/** What was taken and given back at an instant. */
export interface Mark {
  readonly taken: number;
  readonly returned: number;
}

/**
 * The truth about one counter of the store, and the most that may be missing of it in SQL by the losses that are stated:
 * what the store took since the last checkpoint, and what it took for processes that could not know of a loss yet.
 */
export class Account {
  readonly taken = new Growing();
  readonly returned = new Growing();
  /** That was loaded last. */
  epoch: string | null = null;
  /** Since a loss: the processes that do not use counters below SQL, since they know what it holds. */
  #aware: Set<string> | null = null;
  /** False from a loss until the counters were brought in line with SQL. */
  #inLine = true;

  /** What is used by now. */
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
   * Nobody asks first whether the counters are below SQL: until they are loaded anything that is given back may be lost.
   *
   * @returns whether it has arrived for certain
   */
  giveBack(amount: number, arrived: boolean): boolean {
    const certain = arrived && this.#inLine;
    this.returned.add(amount, !certain);
    return certain;
  }

  /** SQL has what a snapshot showed that was read at this mark. */
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

  /** The counters are in line with SQL. Where they replace others, what these had since the last checkpoint goes with them. */
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
