import type { JsonLine, PlainLine } from './journal-lines.ts';

/**
 * Numbers in one block of memory, of 256 kB. The C library keeps the memory of later frees for itself, up to twice the
 * greatest block that was ever freed: one of 8 MB cost a process 80 MB.
 */
const BLOCK = 1 << 15;

/** About the bytes that a line takes beside its names and values. */
const LINE_BYTES = 64;

interface KeptLine {
  /** Grows in the order of the journal. */
  place: number;
  /** Where the values of a plain line begin, or a line of JSON. */
  readonly content: number | JsonLine;
}

/**
 * The lines of some journal records that no later line replaces. They become rows when they are written: the rows of
 * many thousand clients would take several times the memory.
 */
export class NewestLines {
  /** By names. */
  readonly #lines = new Map<string, KeptLine>();
  readonly #blocks: Float64Array[] = [];
  /** Numbers before the next one, in whole blocks and in the last one. */
  #end = 0;
  #taken = 0;
  #bytes = 0;

  /** About the bytes that the lines take. */
  get bytes(): number {
    return this.#bytes;
  }

  take(line: PlainLine | JsonLine): void {
    this.#taken += 1;
    if ('json' in line) {
      // With a name of its own, it neither replaces a line nor is replaced.
      this.#lines.set(`${line.client}\t${this.#taken}\t`, { place: this.#taken, content: line });
      this.#bytes += line.json.length + LINE_BYTES;
      return;
    }
    const { names, values } = line;
    const before = this.#lines.get(names);
    if (before !== undefined && typeof before.content === 'number') {
      before.place = this.#taken;
      this.#valuesAt(before.content).set(values);
      return;
    }
    this.#lines.set(names, { place: this.#taken, content: this.#keep(values) });
    this.#bytes += names.length + 8 * values.length + LINE_BYTES;
  }

  /**
   * The lines of one client after the other, each client's in the order of the journal. Clients come in the order of
   * the tables' keys, so that neighbours share a page, and each page is read and written once.
   */
  *inOrder(): Generator<PlainLine | JsonLine> {
    let ofClient: string[] = [];
    for (const names of [...this.#lines.keys()].sort()) {
      const [first] = ofClient;
      if (first !== undefined && !names.startsWith(first.slice(0, first.indexOf('\t') + 1))) {
        yield* this.#inPlace(ofClient);
        ofClient = [];
      }
      ofClient.push(names);
    }
    yield* this.#inPlace(ofClient);
  }

  *#inPlace(ofClient: readonly string[]): Generator<PlainLine | JsonLine> {
    const place = (names: string) => this.#lines.get(names)?.place ?? 0;
    const inPlace = ofClient.length > 1 ? ofClient.toSorted((a, b) => place(a) - place(b)) : ofClient;
    for (const names of inPlace) {
      const content = this.#lines.get(names)?.content ?? 0;
      yield typeof content === 'number' ? { names, values: this.#valuesAt(content) } : content;
    }
  }

  /** Keeps the values in one block. @returns where they begin */
  #keep(values: ArrayLike<number>): number {
    const isFull = this.#end + values.length > this.#blocks.length * BLOCK;
    const at = isFull ? this.#blocks.length * BLOCK : this.#end;
    if (isFull) this.#blocks.push(new Float64Array(Math.max(BLOCK, values.length)));
    this.#valuesAt(at).set(values);
    this.#end = at + values.length;
    return at;
  }

  /** The values that begin at a place, and those behind them. */
  #valuesAt(at: number): Float64Array {
    const block = this.#blocks[Math.floor(at / BLOCK)];
    if (block === undefined) throw new Error(`no values at ${at}`);
    return block.subarray(at % BLOCK);
  }
}
