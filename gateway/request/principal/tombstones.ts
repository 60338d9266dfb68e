/**
 * The newest change of each record, by tag, bounded. Evicting a tag raises a watermark for all other tags. A reading
 * may then count as out of date needlessly, but an outdated reading never counts as current.
 */
export class Tombstones {
  readonly #newest = new Map<string, number>();
  readonly #size: number;
  #watermark = 0;
  #latest = 0;

  constructor(size: number) {
    this.#size = size;
  }

  /** The newest change of all records. A reading that includes it includes every known change. */
  get latest(): number {
    return this.#latest;
  }

  set(tag: string, seq: number): void {
    this.#latest = Math.max(this.#latest, seq);
    if ((this.#newest.get(tag) ?? 0) >= seq) return;
    this.#newest.delete(tag);
    this.#newest.set(tag, seq);
    const [oldest] = this.#newest;
    if (this.#newest.size > this.#size && oldest !== undefined) {
      this.#newest.delete(oldest[0]);
      this.#watermark = Math.max(this.#watermark, oldest[1]);
    }
  }

  /** The sequence number that a reading must reach to include every known change of the tag. */
  newest(tag: string): number {
    return this.#newest.get(tag) ?? this.#watermark;
  }
}
