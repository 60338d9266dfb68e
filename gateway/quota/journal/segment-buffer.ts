import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** The buffer grows by whole megabytes: segments differ by some kilobytes. */
const MEGABYTE = 1 << 20;

/** Reads one segment after the other into the same memory: V8 frees the megabytes of a buffer much later. */
export class SegmentBuffer {
  #bytes = Buffer.alloc(0);

  /** The bytes of a segment, valid until the next one is read. */
  read(path: string): Buffer {
    const file = openSync(path, 'r');
    try {
      const { size } = fstatSync(file);
      if (size > this.#bytes.length) this.#bytes = Buffer.allocUnsafeSlow(Math.ceil(size / MEGABYTE) * MEGABYTE);
      let end = 0;
      for (let read = -1; read !== 0 && end < size; end += read) {
        read = readSync(file, this.#bytes, end, size - end, end);
      }
      return this.#bytes.subarray(0, end);
    } finally {
      closeSync(file);
    }
  }
}
