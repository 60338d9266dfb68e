import { BoundedMap } from '../../quota/bounded-map.ts';

/** Precision of `last used`, which exists to find unused keys. */
const EXACT_TO_MS = 60_000;

/** Keys whose saved time is remembered. A forgotten one is saved again at its next use. */
const MOST_REMEMBERED = 100_000;

/** Keys per page. */
const KEYS_A_PAGE = 500;

/** When a key was used, in milliseconds since 1970. */
export type KeyUse = readonly [id: string, at: number];

/**
 * Collects when keys were used until the times are saved. A key in constant use is saved once a minute; its uses in
 * between cost a look-up and no memory.
 */
export class KeyUses {
  readonly #saved = new BoundedMap<string, number>(MOST_REMEMBERED);
  #uses = new Map<string, number>();

  note(keyId: string, at: number): void {
    if (at - (this.#saved.get(keyId) ?? 0) >= EXACT_TO_MS) this.#uses.set(keyId, at);
  }

  /** Removes the uses and returns them in pages. There may be many, so let other work run between two pages. */
  *take(): Generator<readonly KeyUse[]> {
    const uses = this.#uses;
    this.#uses = new Map();
    let page: KeyUse[] = [];
    for (const use of uses) {
      this.#saved.set(...use);
      page.push(use);
      if (page.length < KEYS_A_PAGE) continue;
      yield page;
      page = [];
    }
    if (page.length > 0) yield page;
  }
}
