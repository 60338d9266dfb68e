import { call, downloadAddress } from './client.ts';
import type { ListPage } from './use-pages.ts';

/** A consumer of a marketplace. */
export interface Consumer {
  /** The consumer's name at the marketplace. */
  readonly user: string;
  readonly subscription: string;
  readonly plan: string;
  /** Number of working keys. */
  readonly keys: number;
}

/** A marketplace whose subscriptions the account manages. */
export interface Marketplace {
  readonly marketplace: string;
  readonly url: string;
  /** Host names under which it offers the API. */
  readonly hosts: readonly string[];
  /** `key`: consumers send their key. `proxy`: the marketplace hides the keys and authenticates the consumers. */
  readonly mode: 'key' | 'proxy';
}

export async function readMarketplaces(): Promise<readonly Marketplace[]> {
  const { marketplaces } = await call<{ readonly marketplaces: readonly Marketplace[] }>('GET', 'marketplaces');
  return marketplaces;
}

/** A page of a marketplace's consumers, by name. @param find part of a name or subscription */
export async function readConsumers(
  marketplace: string,
  find: string,
  cursor: string | null,
): Promise<ListPage<Consumer>> {
  interface Answer {
    readonly consumers: readonly Consumer[];
    readonly next: string | null;
  }
  const path = `marketplaces/${encodeURIComponent(marketplace)}/consumers`;
  const { consumers, next } = await call<Answer>('GET', path, { query: { find, cursor } });
  return { items: consumers, next };
}

/** Numbers of new keys and of keys that were registered before. */
export interface Registered {
  readonly registered: number;
  readonly unchanged: number;
}

interface Registration {
  readonly marketplace: string;
  readonly user: string;
  readonly subscription: string;
  readonly key: string;
}

export function registerKey(body: Registration): Promise<Registered> {
  return call('POST', 'marketplaces/keys', { body });
}

/** Imports a CSV text completely or not at all. */
export function importKeys(marketplace: string, csv: string): Promise<Registered> {
  return call('POST', 'marketplaces/keys/import', { body: { marketplace, csv } });
}

/** @param month UTC month, such as 2026-11 */
export function reportAddress(report: 'usage' | 'statement', month: string): string {
  return downloadAddress(`marketplaces/${report}.csv`, { month });
}
