import type { JsonLine, PlainLine } from './journal-lines.ts';

/** Numbers for which there is room at first: those of 80,000 clients. Until they are used, they take no memory. */
const NUMBERS = 1 << 20;

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
  #values = new Float64Array(NUMBERS);
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
      this.#values.set(values, before.content);
      return;
    }
    if (this.#end + values.length > this.#values.length) this.#grow(values.length);
    this.#lines.set(names, { place: this.#taken, content: this.#end });
    this.#values.set(values, this.#end);
    this.#end += values.length;
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
      yield typeof content === 'number' ? { names, values: this.#values.subarray(content) } : content;
    }
  }

  #grow(needed: number): void {
    const values = new Float64Array(2 * (this.#values.length + needed));
    values.set(this.#values.subarray(0, this.#end));
    this.#values = values;
  }
}
