/** Bytes of one record that always fit without asking: a turn of many clients takes more, and the buffer grows. */
const BYTES = 256 * 1024;

/**
 * The bytes that were written to a journal and are not known to be on the disk. One buffer is reused for them, so that
 * a record costs no allocation.
 */
export class UnsyncedBytes {
  #buffer = Buffer.allocUnsafeSlow(BYTES);
  #start = 0;
  #end = 0;
  /** Bytes added since the start of the process, and bytes of them that were dropped. */
  #dropped = 0;

  /** Everything added so far, as a position for `dropUntil`. */
  get position(): number {
    return this.#dropped + this.#end - this.#start;
  }

  /** A view of all bytes, valid until the next change. */
  get all(): Buffer {
    return this.#buffer.subarray(this.#start, this.#end);
  }

  /**
   * Adds what `encode` writes at the end, at most `most` bytes.
   *
   * @param encode writes into the buffer from an offset and returns the end of what it wrote
   * @returns a view of the added bytes, valid until the next change
   */
  add(most: number, encode: (buffer: Buffer, at: number) => number): Buffer {
    if (this.#end + most > this.#buffer.length) this.#makeRoom(most);
    const at = this.#end;
    this.#end = encode(this.#buffer, at);
    return this.#buffer.subarray(at, this.#end);
  }

  /** Takes back the last `length` bytes. */
  takeBack(length: number): void {
    this.#end -= length;
  }

  /** Drops the bytes before a position. */
  dropUntil(position: number): void {
    this.#start += position - this.#dropped;
    this.#dropped = position;
    if (this.#start === this.#end) {
      this.#start = 0;
      this.#end = 0;
    }
  }

  #makeRoom(most: number): void {
    const length = this.#end - this.#start;
    const larger = 2 * (length + most) > this.#buffer.length;
    const target = larger ? Buffer.allocUnsafeSlow(2 * (length + most)) : this.#buffer;
    this.#buffer.copy(target, 0, this.#start, this.#end);
    this.#buffer = target;
    this.#start = 0;
    this.#end = length;
  }
}
