import type { JournalLine } from './journal-lines.ts';

/**
 * Words in one block of memory, of 256 kB. The C library keeps the memory of later frees for itself, up to twice the
 * greatest block that was ever freed: one of 8 MB cost a process 80 MB.
 */
const BLOCK = 1 << 16;

const BYTES_A_WORD = 4;

/** The words before a line: its place in the journal, and the bytes of its client, of its names, of itself, and of its room. */
const [PLACE, CLIENT, NAMES, LENGTH, ROOM, HEADER] = [0, 1, 2, 3, 4, 5];

/** The length of a line that a longer one has replaced. */
const REPLACED = -1;

/** Bytes by which the values of a line may become longer in its place. */
const SPARE = 16;

const TAB = 9;

interface Block {
  readonly words: Int32Array;
  /** The same memory. */
  readonly bytes: Buffer;
  /** Words in use. */
  used: number;
}

/**
 * The lines of some journal records that no later line replaces, in their bytes: as rows, or as texts by their names,
 * those of many thousand clients would take several times the memory.
 */
export class NewestLines {
  /** In use, and kept for later lines. */
  readonly #blocks: Block[] = [];
  #last = -1;
  /** Where plain lines are, by a hash of their names. Of two lines with one hash, the first is found. */
  readonly #byNames = new Map<number, number>();
  #taken = 0;
  #bytes = 0;

  /** About the bytes that the lines take. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Forgets all lines. The memory stays for others: V8 frees it much later. */
  clear(): void {
    this.#last = -1;
    this.#byNames.clear();
    // A place has 32 bits: counted on for days, it would not fit.
    this.#taken = 0;
    this.#bytes = 0;
  }

  take({ bytes, start, namesEnd, end }: JournalLine): void {
    this.#taken += 1;
    if (namesEnd === start) {
      // It neither replaces a line nor is replaced.
      const [client]: [string] = JSON.parse(bytes.toString('utf8', start, end));
      const line = Buffer.concat([Buffer.from(`${client.split('\t', 1)}\t`), bytes.subarray(start, end)]);
      this.#add(line, 0, line.length, 0);
      return;
    }
    const names = namesEnd - start;
    const hash = hashOf(bytes, start, namesEnd);
    const at = this.#byNames.get(hash);
    if (at !== undefined && this.#isNamed(at, bytes, start, namesEnd)) {
      const { words, bytes: block } = this.#block(at);
      const word = at % BLOCK;
      if (end - start <= (words[word + ROOM] ?? 0)) {
        bytes.copy(block, (word + HEADER) * BYTES_A_WORD + names, namesEnd, end);
        words[word + PLACE] = this.#taken;
        words[word + LENGTH] = end - start;
        return;
      }
      words[word + LENGTH] = REPLACED;
    } else if (at !== undefined) {
      this.#add(bytes, start, end, names);
      return;
    }
    this.#byNames.set(hash, this.#add(bytes, start, end, names));
  }

  /**
   * The lines of one client after the other, each client's in the order of the journal. Clients come in the order of
   * the tables' keys, so that neighbours share a page, and each page is read and written once.
   */
  *inOrder(): Generator<JournalLine> {
    const all = Int32Array.from(this.#places()).sort((one, other) => this.#compare(one, other));
    for (const at of all) {
      const { words, bytes } = this.#block(at);
      const word = at % BLOCK;
      const line = (word + HEADER) * BYTES_A_WORD;
      const names = words[word + NAMES] ?? 0;
      const start = names > 0 ? line : line + (words[word + CLIENT] ?? 0) + 1;
      yield { bytes, start, namesEnd: start + names, end: line + (words[word + LENGTH] ?? 0) };
    }
  }

  /** Where the lines are that are not replaced. */
  *#places(): Generator<number> {
    for (let index = 0; index <= this.#last; index += 1) {
      const { words, used } = this.#block(index * BLOCK);
      for (let word = 0; word < used; word += HEADER + Math.ceil((words[word + ROOM] ?? 0) / BYTES_A_WORD)) {
        if (words[word + LENGTH] !== REPLACED) yield index * BLOCK + word;
      }
    }
  }

  /** By the client, then by the place in the journal. */
  #compare(one: number, other: number): number {
    const [a, b] = [this.#block(one), this.#block(other)];
    const [first, second] = [one % BLOCK, other % BLOCK];
    const [line, itsLine] = [(first + HEADER) * BYTES_A_WORD, (second + HEADER) * BYTES_A_WORD];
    const [end, itsEnd] = [line + (a.words[first + CLIENT] ?? 0), itsLine + (b.words[second + CLIENT] ?? 0)];
    const order = a.bytes.compare(b.bytes, itsLine, itsEnd, line, end);
    return order !== 0 ? order : (a.words[first + PLACE] ?? 0) - (b.words[second + PLACE] ?? 0);
  }

  /** Keeps a line, with some room to grow. @returns where it is */
  #add(line: Buffer, start: number, end: number, names: number): number {
    const length = end - start;
    const room = length + SPARE;
    const size = HEADER + Math.ceil(room / BYTES_A_WORD);
    const block = this.#blockWith(size);
    const word = block.used;
    block.words.set([this.#taken, line.indexOf(TAB, start) - start, names, length, room], word);
    line.copy(block.bytes, (word + HEADER) * BYTES_A_WORD, start, end);
    block.used += size;
    this.#bytes += size * BYTES_A_WORD;
    return this.#last * BLOCK + word;
  }

  /** The last block, or another one, with room for some words. */
  #blockWith(size: number): Block {
    const last = this.#blocks[this.#last];
    if (last !== undefined && last.used + size <= BLOCK) return last;
    this.#last += 1;
    const kept = this.#blocks[this.#last];
    // A line may be longer than a block.
    const length = Math.max(BLOCK, size);
    if (kept?.words.length === length) {
      kept.used = 0;
      return kept;
    }
    const words = new Int32Array(length);
    const block = { words, bytes: Buffer.from(words.buffer), used: 0 };
    this.#blocks[this.#last] = block;
    return block;
  }

  #isNamed(at: number, bytes: Buffer, start: number, namesEnd: number): boolean {
    const { words, bytes: block } = this.#block(at);
    const word = at % BLOCK;
    const names = words[word + NAMES] ?? 0;
    const first = (word + HEADER) * BYTES_A_WORD;
    return names === namesEnd - start && bytes.compare(block, first, first + names, start, namesEnd) === 0;
  }

  /** The block with a line. The line is in it from word `at % BLOCK` on. */
  #block(at: number): Block {
    const block = this.#blocks[Math.floor(at / BLOCK)];
    if (block === undefined) throw new Error(`no line at ${at}`);
    return block;
  }
}

/** A hash of 30 bits, which V8 keeps in place (FNV-1a). */
function hashOf(bytes: Buffer, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  return hash >>> 2;
}
