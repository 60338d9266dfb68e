import { hash } from 'node:crypto';

/** The marketplace chooses its keys; they only have to fit into a header. */
export const MARKETPLACE_KEY = /^[\x21-\x7e]{8,512}$/;

/**
 * The hash of a marketplace's key as stored in the records. It includes the marketplace, so the key is not valid
 * through another one, and it can never equal one of our own keys or the hash of one.
 */
export const hashMarketplaceKey = (marketplace: string, key: string): string =>
  hash('sha256', `marketplace-key\n${marketplace}\n${key}`);

/** Like `hashMarketplaceKey`, for a user that a marketplace in proxy mode vouches for. */
export const hashMarketplaceUser = (marketplace: string, user: string): string =>
  hash('sha256', `marketplace-user\n${marketplace}\n${user}`);
