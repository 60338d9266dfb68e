/** How exact `last used` is: it is there to find keys that nobody needs any more. */
const EXACT_TO_MS = 60_000;

/** Remembers when keys were used until it is written down; a key in use is written once a minute. */
export class KeyUses {
  readonly #written = new Map<string, number>();
  #uses = new Map<string, number>();

  note(keyId: string, at: number): void {
    this.#uses.set(keyId, at);
  }

  /** Hands out the uses that are to be written, by key id, in milliseconds since 1970. */
  take(): Map<string, number> {
    const due = new Map([...this.#uses].filter(([id, at]) => at - (this.#written.get(id) ?? 0) >= EXACT_TO_MS));
    this.#uses = new Map();
    // Only keys of the last minute can still hold back a use.
    const newest = Math.max(0, ...due.values());
    for (const [id, at] of this.#written) if (newest - at >= EXACT_TO_MS) this.#written.delete(id);
    for (const [id, at] of due) this.#written.set(id, at);
    return due;
  }
}
