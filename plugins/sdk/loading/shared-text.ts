const LENGTH_BYTES = Int32Array.BYTES_PER_ELEMENT;
const MOST_BYTES = 512;

/**
 * A short text that one thread writes and another may read at any time. A message would take 100 microseconds of both,
 * and the loop of the other thread.
 *
 * @example
 * const text = new SharedText();
 * new Worker(module, { workerData: text.memory }); // there: new SharedText(workerData).write('importing it')
 * text.read(); // 'importing it'
 */
export class SharedText {
  readonly memory: SharedArrayBuffer;
  readonly #length: Int32Array;
  readonly #bytes: Uint8Array;

  /** @param memory that of the text in the other thread; new memory by default */
  constructor(memory = new SharedArrayBuffer(LENGTH_BYTES + MOST_BYTES)) {
    this.memory = memory;
    this.#length = new Int32Array(memory, 0, 1);
    this.#bytes = new Uint8Array(memory, LENGTH_BYTES);
  }

  /** Replaces the text. What does not fit is left out. */
  write(text: string): void {
    const { written } = new TextEncoder().encodeInto(text, this.#bytes);
    Atomics.store(this.#length, 0, written);
  }

  read(): string {
    const length = Atomics.load(this.#length, 0);
    // A decoder takes no shared memory.
    return new TextDecoder().decode(Uint8Array.from(this.#bytes.subarray(0, length)));
  }
}
