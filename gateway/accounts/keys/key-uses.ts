/** Precision of `last used`, which exists to find unused keys. */
const EXACT_TO_MS = 60_000;

/** Collects when keys were used until the times are saved. A key in constant use is saved once a minute. */
export class KeyUses {
  readonly #written = new Map<string, number>();
  #uses = new Map<string, number>();

  note(keyId: string, at: number): void {
    this.#uses.set(keyId, at);
  }

  /** Removes and returns the uses that are due for saving, by key id, in milliseconds since 1970. */
  take(): Map<string, number> {
    const due = new Map([...this.#uses].filter(([id, at]) => at - (this.#written.get(id) ?? 0) >= EXACT_TO_MS));
    this.#uses = new Map();
    // Only keys saved within the last minute can still hold back a use.
    const newest = Math.max(0, ...due.values());
    for (const [id, at] of this.#written) if (newest - at >= EXACT_TO_MS) this.#written.delete(id);
    for (const [id, at] of due) this.#written.set(id, at);
    return due;
  }
}
