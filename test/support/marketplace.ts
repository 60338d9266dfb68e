import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { registerConsumers } from '../../gateway/marketplace/consumers.ts';
import { type Marketplace, marketplacesOf } from '../../gateway/marketplace/marketplaces-file.ts';
import type { Records } from '../../gateway/records/records.ts';
import { actor } from './customer.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A marketplace whose consumers send their keys, and one that hides them, with the header names of a real one. */
export const MARKET_HOST = 'health.market.example';
export const PROXY_HOST = 'health.hub.example';
export const PROXY_SECRET = 'first-secret-of-the-hub';
export const NEXT_SECRET = 'second-secret-of-the-hub';

const FILE = [
  {
    name: 'market',
    url: 'https://market.example',
    hosts: [MARKET_HOST],
    mode: 'key',
    plans: { BASIC: 'market-basic', PRO: 'market-pro', LARGE: 'market-large' },
  },
  {
    name: 'hub',
    url: 'https://hub.example',
    hosts: [PROXY_HOST],
    mode: 'proxy',
    headers: {
      key: 'X-RapidAPI-Key',
      host: 'X-RapidAPI-Host',
      proxySecret: 'X-RapidAPI-Proxy-Secret',
      user: 'X-RapidAPI-User',
      subscription: 'X-RapidAPI-Subscription',
    },
    secrets: [PROXY_SECRET, NEXT_SECRET],
    plans: { BASIC: 'market-basic', PRO: 'market-pro', LARGE: 'market-large' },
  },
];

const PLANS = {
  'market-basic': {
    quota: 5,
    burst: null,
    mode: 'block',
    calculators: ['classic-bmi', 'classic-tdee', 'classic-bmr'],
  },
  'market-pro': { quota: 3, burst: null, mode: 'soft' },
  'market-large': { quota: 100_000, burst: null, mode: 'block' },
};

export const MARKETPLACES: readonly Marketplace[] = marketplacesOf('test', JSON.stringify(FILE));

/** Environment of a gateway with these marketplaces and plans; an account owns the first marketplace. */
export function marketplaceEnvironment(owner: string | null = null): { MARKETPLACES_FILE: string; PLANS_FILE: string } {
  const folder = temporaryFolder('marketplaces');
  const files = { MARKETPLACES_FILE: join(folder, 'marketplaces.json'), PLANS_FILE: join(folder, 'plans.json') };
  const [market, ...others] = FILE;
  writeFileSync(files.MARKETPLACES_FILE, JSON.stringify([{ ...market, owner }, ...others]));
  writeFileSync(files.PLANS_FILE, JSON.stringify(PLANS));
  return files;
}

/** Registers a consumer of the marketplace with keys. @returns the headers that it sends */
export async function subscribe(records: Records, user: string, subscription = 'PRO') {
  const [market] = MARKETPLACES;
  if (!market) throw new Error('there is a marketplace');
  const key = `consumer-key-of-${user}`;
  const [registered] = await registerConsumers(records, actor, market, [{ user, subscription, key }]);
  if (!registered) throw new Error('one was registered');
  const headers = { 'X-Marketplace-Key': key, 'X-Marketplace-Host': MARKET_HOST };
  return { ...registered, key, headers };
}

/** Headers by which the hub vouches for a user. */
export const vouchedFor = (user: string, subscription = 'PRO', secret = PROXY_SECRET) => ({
  'X-RapidAPI-Proxy-Secret': secret,
  'X-RapidAPI-User': user,
  'X-RapidAPI-Subscription': subscription,
});
