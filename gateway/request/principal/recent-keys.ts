import { randomInt } from 'node:crypto';

/** How long the text of a key stays in memory at most, in milliseconds. */
const KEPT_MS = 1_000;

/** Maximum number of keys in memory. The hash of any further one is computed at every call. */
const MOST_KEYS = 4_096;

/** Places for keys, a power of two. Of 1,000 keys, 30 find their place taken. */
const PLACES = 16_384;

/** The characters of a key that decide its code: the first of its random ones, up to and without that at `END`. */
const FIRST = 8;
const END = 20;

interface RecentKey {
  readonly code: number;
  readonly text: string;
  readonly keyHash: string;
}

/**
 * Remembers the SHA-256 of the keys of the last second, because computing it is the dearest step of a call. A hash says
 * nothing about its key's validity: the principal cache still decides every call. A timer clears the memory a second
 * after its first key.
 *
 * The place of a key follows from its characters. A `Map` takes two to three times as long: V8 first looks for the text
 * of each header among all texts that it knows. Texts are compared only if their codes are equal. The codes of each
 * process begin with another random number, and a comparison ends at the characters of the code unless all twelve are
 * right (71 bits), so its time tells a guesser nothing of a key.
 */
export class RecentKeys {
  readonly #start: number;
  readonly #places = new Array<RecentKey | null>(PLACES).fill(null);
  #count = 0;

  /** @param start where the codes begin; default a random number */
  constructor(start: number = randomInt(2 ** 31)) {
    this.#start = start;
  }

  /** The SHA-256 of a key; `undefined` if it was not kept within the last second. */
  hashOf(key: string): string | undefined {
    const code = this.#codeOf(key);
    const recent = this.#places[code & (PLACES - 1)] ?? null;
    return recent !== null && recent.code === code && recent.text === key ? recent.keyHash : undefined;
  }

  /**
   * Keeps the SHA-256 of a key that the records have, unless its place is taken. Keys that a caller makes up must not
   * come here: they would take the places of others.
   */
  keep(key: string, keyHash: string): void {
    if (this.#count === MOST_KEYS) return;
    const code = this.#codeOf(key);
    const place = code & (PLACES - 1);
    if (this.#places[place] !== null) return;
    if (this.#count === 0) setTimeout(() => this.#clear(), KEPT_MS).unref();
    this.#places[place] = { code, text: key, keyHash };
    this.#count += 1;
  }

  #clear(): void {
    this.#places.fill(null);
    this.#count = 0;
  }

  /** FNV-1a of some characters (draft-eastlake-fnv), from a random start. */
  #codeOf(key: string): number {
    let code = this.#start;
    for (let at = FIRST; at < END; at += 1) code = Math.imul(code ^ key.charCodeAt(at), 0x01000193);
    return code ^ (code >>> 15);
  }
}
