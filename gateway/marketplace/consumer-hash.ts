import { hash } from 'node:crypto';

/** A marketplace chooses its keys: all that is asked of them is that they can stand in a header. */
export const MARKETPLACE_KEY = /^[\x21-\x7e]{8,512}$/;

/**
 * What the records hold of a marketplace's key. Its marketplace is in it, so a key opens nothing through another one,
 * and no key of ours, nor the hash of one, can ever be taken for it.
 */
export const hashMarketplaceKey = (marketplace: string, key: string): string =>
  hash('sha256', `marketplace-key\n${marketplace}\n${key}`);

/** As `hashMarketplaceKey`, of a user that a marketplace in proxy mode vouches for. */
export const hashMarketplaceUser = (marketplace: string, user: string): string =>
  hash('sha256', `marketplace-user\n${marketplace}\n${user}`);
