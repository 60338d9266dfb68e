import { write, writeSync } from 'node:fs';

/**
 * Characters that are encoded at once. A line is a string of about twenty parts: encoded soon after it was written, they
 * are still in the processor's cache, and the garbage collector never moves them.
 */
const PIECE = 4_096;
/** Bytes buffered before a write, and the longest time a line waits for one. */
const ENOUGH = 65_536;
const FLUSH_EVERY_MS = 250;
/** Maximum number of bytes that wait while a write does not end, such as to a pipe whose reader hangs. */
const MOST_WAITING = 16 * 1024 * 1024;

/** A sink for log lines. It buffers them, so that a call costs a fraction of a write and never waits for one. */
export interface LineSink {
  /** Takes a complete line, including its line feed. */
  write(line: string): void;
  /** Writes the buffered lines, before the process ends. */
  close(): void;
}

/**
 * Buffers lines for a file descriptor. Lines that cannot be written (a closed or full pipe, a full disk) are lost; calls
 * continue.
 *
 * `pino.destination` is no replacement: if the process ends while the disk is full or the pipe is closed, its flush
 * retries forever and the process never ends. It is also seven times slower per line.
 *
 * @param mostWaiting bytes that wait for a write; further lines are lost
 */
export function createLineSink(fd: number, mostWaiting = MOST_WAITING): LineSink {
  let lines = '';
  let pieces: Buffer[] = [];
  let bytesInPieces = 0;
  /** Bytes that are encoded and not written: those in pieces, and those of the write that is running. */
  let unwritten = 0;
  let writing = false;

  function encode(): void {
    const piece = Buffer.from(lines);
    lines = '';
    pieces.push(piece);
    bytesInPieces += piece.length;
    unwritten += piece.length;
  }

  function flush(): void {
    if (writing || (lines === '' && bytesInPieces === 0)) return;
    writing = true;
    rest(take(), 0);
  }

  function take(): Buffer {
    encode();
    const bytes = Buffer.concat(pieces, bytesInPieces);
    pieces = [];
    bytesInPieces = 0;
    return bytes;
  }

  function rest(bytes: Buffer, from: number): void {
    write(fd, bytes, from, (error, written) => {
      if (error?.code === 'EAGAIN') setTimeout(rest, FLUSH_EVERY_MS, bytes, from);
      else if (!error && from + written < bytes.length) rest(bytes, from + written);
      else {
        writing = false;
        unwritten -= bytes.length;
        if (bytesInPieces >= ENOUGH) flush();
      }
    });
  }

  const timer = setInterval(flush, FLUSH_EVERY_MS);
  timer.unref();
  return {
    write(line) {
      if (unwritten >= mostWaiting) return;
      lines += line;
      if (lines.length < PIECE) return;
      encode();
      if (bytesInPieces >= ENOUGH) flush();
    },
    close() {
      clearInterval(timer);
      if (lines === '' && bytesInPieces === 0) return;
      try {
        writeSync(fd, take());
      } catch {
        // A log that cannot be written must not make an orderly shutdown fail.
      }
    },
  };
}
