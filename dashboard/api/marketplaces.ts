import { call, downloadAddress } from './client.ts';
import type { ListPage } from './use-pages.ts';

/** Who calls through a marketplace. */
export interface Consumer {
  /** As the marketplace calls it. */
  readonly user: string;
  readonly subscription: string;
  readonly plan: string;
  /** Keys that open something. */
  readonly keys: number;
}

/** A marketplace whose subscriptions the account keeps. */
export interface Marketplace {
  readonly marketplace: string;
  readonly url: string;
  /** Names under which it offers the API. */
  readonly hosts: readonly string[];
  /** `key`: consumers send their key. `proxy`: the marketplace hides it and vouches for them. */
  readonly mode: 'key' | 'proxy';
}

export async function readMarketplaces(): Promise<readonly Marketplace[]> {
  const { marketplaces } = await call<{ readonly marketplaces: readonly Marketplace[] }>('GET', 'marketplaces');
  return marketplaces;
}

/** A page of those who call through a marketplace, by name. @param find what stands in their name or subscription */
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

/** How many keys were new, and how many were there before. */
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

/** All keys of a CSV text, or none. */
export function importKeys(marketplace: string, csv: string): Promise<Registered> {
  return call('POST', 'marketplaces/keys/import', { body: { marketplace, csv } });
}

/** @param month UTC month, such as 2026-11 */
export function reportAddress(report: 'usage' | 'statement', month: string): string {
  return downloadAddress(`marketplaces/${report}.csv`, { month });
}
