import { hash, timingSafeEqual } from 'node:crypto';
import { hashMarketplaceKey, hashMarketplaceUser, MARKETPLACE_KEY } from './consumer-hash.ts';
import { DEFAULT_NAMES, HeaderPicker, type MarketplaceHeaders } from './header-names.ts';
import type { Marketplace } from './marketplaces-file.ts';

/** A consumer as a marketplace presents it, before the records are read. */
export interface PresentedConsumer {
  readonly marketplace: Marketplace;
  /** Identifies its key in the records. */
  readonly keyHash: string;
  /** The user that a marketplace in proxy mode vouches for; `null` if the key must be registered. */
  readonly vouched: { readonly user: string; readonly subscription: string } | null;
}

/** Path of the classic API; on a marketplace's host it is the root. */
const CLASSIC = '/classic';

/** Paths with the same meaning on every host: health probes, and APIs that marketplace consumers may not call. */
const EVERYWHERE = /^\/(classic|api|platform|mcp|healthz|readyz)(\/|$)/;

const USER = /^[\x21-\x7e]([\x20-\x7e]{0,198}[\x21-\x7e])?$/;
const SUBSCRIPTION = /^[\x21-\x7e]([\x20-\x7e]{0,98}[\x21-\x7e])?$/;

/** The marketplaces of an installation: recognizes their headers and the consumers they present. */
export class Marketplaces {
  readonly picker: HeaderPicker;
  readonly all: readonly Marketplace[];
  readonly #byHost: ReadonlyMap<string, Marketplace>;
  /** Names of the credential headers of all marketplaces. */
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

  /** Resolves the path of a call: on a marketplace's own host the classic API is at the root. */
  pathOn(host: string | undefined, path: string): string {
    if (host === undefined || this.#byHost.size === 0 || !this.#byHost.has(host) || EVERYWHERE.test(path)) return path;
    return CLASSIC + path;
  }

  /** Returns the consumer that these headers present; `null` if they are not valid, for whatever reason. */
  present(headers: MarketplaceHeaders): PresentedConsumer | null {
    // A repeated header could be read differently here and elsewhere.
    if ([...headers.values()].includes(null)) return null;
    const marketplace = this.#marketplaceOf(headers);
    if (marketplace === null) return null;
    const { key, proxySecret } = marketplace.headers;
    const own = marketplace.mode === 'key' ? [key] : [key, proxySecret];
    // Reject credentials of a second marketplace.
    if ([...headers.keys()].some((name) => this.#credentials.has(name) && !own.includes(name))) return null;
    return marketplace.mode === 'key' ? byKey(marketplace, headers) : this.#byProxy(marketplace, headers);
  }

  /** Finds the marketplace by its host header, or by its secret if a marketplace in proxy mode sends no host. */
  #marketplaceOf(headers: MarketplaceHeaders): Marketplace | null {
    const hosts = this.all.flatMap((one) => (headers.has(one.headers.host) ? [one.headers.host] : []));
    if (hosts.length === 0) return this.all.find((one) => one.mode === 'proxy' && this.#proves(one, headers)) ?? null;
    const found = this.#byHost.get(headers.get(hosts[0] ?? '') ?? '');
    // The host must come in the header of the marketplace that it belongs to.
    return found && new Set(hosts).size === 1 && found.headers.host === hosts[0] ? found : null;
  }

  #byProxy(marketplace: Marketplace, headers: MarketplaceHeaders): PresentedConsumer | null {
    const user = headers.get(marketplace.headers.user) ?? '';
    const subscription = headers.get(marketplace.headers.subscription) ?? '';
    if (!this.#proves(marketplace, headers) || !USER.test(user) || !SUBSCRIPTION.test(subscription)) return null;
    return { marketplace, keyHash: hashMarketplaceUser(marketplace.name, user), vouched: { user, subscription } };
  }

  /**
   * Whether the request carries a valid secret. All digests are compared in full, so that the response time reveals
   * nothing.
   */
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

/** Our plan for a subscription; `null` if the marketplace's file names none. */
export function planOf({ plans, defaultPlan }: Marketplace, subscription: string): string | null {
  return (Object.hasOwn(plans, subscription) ? plans[subscription] : undefined) ?? defaultPlan;
}
