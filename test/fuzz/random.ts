/** Seeded random choices (mulberry32): the same seed makes the same calls. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A number from 0 (included) to 1 (excluded). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 (included) to `end` (excluded). */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  between(min: number, max: number): number {
    return min + this.next() * (max - min);
  }

  /** True with this probability. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** @throws if there is nothing to pick from */
  pick<T>(choices: readonly T[]): T {
    const at = this.below(choices.length);
    const choice = choices[at];
    if (choice === undefined && at >= choices.length) throw new Error('nothing to pick from');
    return choice as T;
  }

  /** Picks by weight. */
  weighted<T extends { readonly weight: number }>(choices: readonly T[]): T {
    let left = this.next() * choices.reduce((sum, { weight }) => sum + weight, 0);
    for (const choice of choices) {
      left -= choice.weight;
      if (left < 0) return choice;
    }
    return this.pick(choices);
  }
}

/** The random source of one call. It depends only on the seed of the run and the number of the call. */
export function randomOfCall(seed: number, call: number): Random {
  const random = new Random(Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(call + 1, 0xc2b2ae35));
  random.next();
  return random;
}
