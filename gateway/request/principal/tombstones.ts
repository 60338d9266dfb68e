/**
 * The newest change of records by tag, bounded. What is forgotten to make room raises a watermark under all tags: a reading
 * may then be called out of date without need, but never in date without right.
 */
export class Tombstones {
  readonly #newest = new Map<string, number>();
  readonly #size: number;
  #watermark = 0;

  constructor(size: number) {
    this.#size = size;
  }

  set(tag: string, seq: number): void {
    this.#newest.delete(tag);
    this.#newest.set(tag, seq);
    const [oldest] = this.#newest;
    if (this.#newest.size > this.#size && oldest !== undefined) {
      this.#newest.delete(oldest[0]);
      this.#watermark = Math.max(this.#watermark, oldest[1]);
    }
  }

  /** A reading as of this sequence or later includes every known change of the tag. */
  newest(tag: string): number {
    return this.#newest.get(tag) ?? this.#watermark;
  }
}
