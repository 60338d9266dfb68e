/** The headers of a marketplace by role; each marketplace chooses their names. */
export const HEADER_ROLES = ['key', 'host', 'proxySecret', 'user', 'subscription'] as const;
export type HeaderRole = (typeof HEADER_ROLES)[number];

/** Header names by role, in lower case. */
export type HeaderNames = Readonly<Record<HeaderRole, string>>;

/** Default names. Every gateway knows them. */
export const DEFAULT_NAMES: HeaderNames = {
  key: 'x-marketplace-key',
  host: 'x-marketplace-host',
  proxySecret: 'x-marketplace-proxy-secret',
  user: 'x-marketplace-user',
  subscription: 'x-marketplace-subscription',
};

/** A request's marketplace headers by lower-case name; `null` for a header that occurs more than once. */
export type MarketplaceHeaders = ReadonlyMap<string, string | null>;

/** Picks the marketplace headers out of a request's headers. */
export class HeaderPicker {
  readonly #names: ReadonlySet<string>;
  /** 1 if any name has this length: the length alone rules out most headers, at almost no cost. */
  readonly #lengths: Uint8Array;

  constructor(names: Iterable<string>) {
    this.#names = new Set(names);
    this.#lengths = new Uint8Array(Math.max(...[...this.#names].map((name) => name.length)) + 1);
    for (const name of this.#names) this.#lengths[name.length] = 1;
  }

  mayBe(name: string): boolean {
    return this.#lengths[name.length] === 1;
  }

  /** Adds the header to `into` if it is a marketplace header. */
  pick(name: string, value: string, into: Map<string, string | null> | null): Map<string, string | null> | null {
    const known = name.toLowerCase();
    if (!this.#names.has(known)) return into;
    const picked = into ?? new Map<string, string | null>();
    return picked.set(known, picked.has(known) ? null : value);
  }
}
