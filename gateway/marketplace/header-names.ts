/** What a marketplace's headers say; each under a name that the marketplace chooses. */
export const HEADER_ROLES = ['key', 'host', 'proxySecret', 'user', 'subscription'] as const;
export type HeaderRole = (typeof HEADER_ROLES)[number];

/** Names by role, in lower case. */
export type HeaderNames = Readonly<Record<HeaderRole, string>>;

/** The names where a marketplace says nothing else. They are known to every gateway. */
export const DEFAULT_NAMES: HeaderNames = {
  key: 'x-marketplace-key',
  host: 'x-marketplace-host',
  proxySecret: 'x-marketplace-proxy-secret',
  user: 'x-marketplace-user',
  subscription: 'x-marketplace-subscription',
};

/** Headers of marketplaces in a request by name in lower case; `null` for one that stands there more than once. */
export type MarketplaceHeaders = ReadonlyMap<string, string | null>;

/** Picks the headers of marketplaces out of all of a request's. */
export class HeaderPicker {
  readonly #names: ReadonlySet<string>;
  /** 1 where some name has that length: most headers are told apart by it, and cost nothing more. */
  readonly #lengths: Uint8Array;

  constructor(names: Iterable<string>) {
    this.#names = new Set(names);
    this.#lengths = new Uint8Array(Math.max(...[...this.#names].map((name) => name.length)) + 1);
    for (const name of this.#names) this.#lengths[name.length] = 1;
  }

  mayBe(name: string): boolean {
    return this.#lengths[name.length] === 1;
  }

  /** Puts the header where the others are, if it is a marketplace's. */
  pick(name: string, value: string, into: Map<string, string | null> | null): Map<string, string | null> | null {
    const known = name.toLowerCase();
    if (!this.#names.has(known)) return into;
    const picked = into ?? new Map<string, string | null>();
    return picked.set(known, picked.has(known) ? null : value);
  }
}
