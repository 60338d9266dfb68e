import { hash, timingSafeEqual } from 'node:crypto';
import { hashMarketplaceKey, hashMarketplaceUser, MARKETPLACE_KEY } from './consumer-hash.ts';
import { DEFAULT_NAMES, HeaderPicker, type MarketplaceHeaders } from './header-names.ts';
import type { Marketplace } from './marketplaces-file.ts';

/** A consumer as a marketplace presents it, before the records are asked. */
export interface PresentedConsumer {
  readonly marketplace: Marketplace;
  /** By this the records know its key. */
  readonly keyHash: string;
  /** In proxy mode whom the marketplace vouches for; `null` where the key has to be registered. */
  readonly vouched: { readonly user: string; readonly subscription: string } | null;
}

/** Where the classic API is mounted; on a marketplace's host it is the root. */
const CLASSIC = '/classic';

/** What means the same on every host: probes, and what a marketplace's consumers are told they may not call. */
const EVERYWHERE = /^\/(classic|api|platform|mcp|healthz|readyz)(\/|$)/;

const USER = /^[\x21-\x7e]([\x20-\x7e]{0,198}[\x21-\x7e])?$/;
const SUBSCRIPTION = /^[\x21-\x7e]([\x20-\x7e]{0,98}[\x21-\x7e])?$/;

/** The marketplaces of an installation: which headers are theirs, and whom they present. */
export class Marketplaces {
  readonly picker: HeaderPicker;
  readonly all: readonly Marketplace[];
  readonly #byHost: ReadonlyMap<string, Marketplace>;
  /** Names of headers that prove something, of all marketplaces. */
  readonly #credentials: ReadonlySet<string>;
  readonly #digests: ReadonlyMap<Marketplace, readonly Buffer[]>;

  constructor(all: readonly Marketplace[]) {
    this.all = all;
    const names = [DEFAULT_NAMES, ...all.map(({ headers }) => headers)];
    this.picker = new HeaderPicker(names.flatMap((one) => Object.values(one)));
    this.#credentials = new Set(names.flatMap(({ key, proxySecret }) => [key, proxySecret]));
    this.#byHost = new Map(all.flatMap((one) => one.hosts.map((host) => [host, one] as const)));
    this.#digests = new Map(all.map((one) => [one, one.secrets.map(digest)]));
  }

  /** The path that a call is for: on a marketplace's own host the classic API stands at the root. */
  pathOn(host: string | undefined, path: string): string {
    if (host === undefined || !this.#byHost.has(host) || EVERYWHERE.test(path)) return path;
    return CLASSIC + path;
  }

  /** Whom these headers present; `null` where they prove nothing, whatever is wrong with them. */
  present(headers: MarketplaceHeaders): PresentedConsumer | null {
    // A header that stands there twice could be read one way here and another way elsewhere.
    if ([...headers.values()].includes(null)) return null;
    const marketplace = this.#marketplaceOf(headers);
    if (marketplace === null) return null;
    const { key, proxySecret } = marketplace.headers;
    const own = marketplace.mode === 'key' ? [key] : [key, proxySecret];
    // Credentials of a second marketplace are one credential too many.
    if ([...headers.keys()].some((name) => this.#credentials.has(name) && !own.includes(name))) return null;
    return marketplace.mode === 'key' ? byKey(marketplace, headers) : this.#byProxy(marketplace, headers);
  }

  /** By its host; a marketplace in proxy mode that sends no host is known by its secret. */
  #marketplaceOf(headers: MarketplaceHeaders): Marketplace | null {
    const hosts = this.all.flatMap((one) => (headers.has(one.headers.host) ? [one.headers.host] : []));
    if (hosts.length === 0) return this.all.find((one) => one.mode === 'proxy' && this.#proves(one, headers)) ?? null;
    const found = this.#byHost.get(headers.get(hosts[0] ?? '') ?? '');
    // The host must stand in the header of the marketplace that it belongs to.
    return found && new Set(hosts).size === 1 && found.headers.host === hosts[0] ? found : null;
  }

  #byProxy(marketplace: Marketplace, headers: MarketplaceHeaders): PresentedConsumer | null {
    const user = headers.get(marketplace.headers.user) ?? '';
    const subscription = headers.get(marketplace.headers.subscription) ?? '';
    if (!this.#proves(marketplace, headers) || !USER.test(user) || !SUBSCRIPTION.test(subscription)) return null;
    return { marketplace, keyHash: hashMarketplaceUser(marketplace.name, user), vouched: { user, subscription } };
  }

  /** Whether the secret is there. All digests are compared, and whole, so that the time tells nothing. */
  #proves(marketplace: Marketplace, headers: MarketplaceHeaders): boolean {
    const given = headers.get(marketplace.headers.proxySecret);
    if (given === undefined || given === null) return false;
    const found = digest(given);
    const same = (this.#digests.get(marketplace) ?? []).map((known) => timingSafeEqual(known, found));
    return same.includes(true);
  }
}

function byKey(marketplace: Marketplace, headers: MarketplaceHeaders): PresentedConsumer | null {
  const key = headers.get(marketplace.headers.key) ?? '';
  return MARKETPLACE_KEY.test(key)
    ? { marketplace, keyHash: hashMarketplaceKey(marketplace.name, key), vouched: null }
    : null;
}

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');

/** Our plan for a subscription; `null` where the marketplace's file names none. */
export function planOf({ plans, defaultPlan }: Marketplace, subscription: string): string | null {
  return (Object.hasOwn(plans, subscription) ? plans[subscription] : undefined) ?? defaultPlan;
}
