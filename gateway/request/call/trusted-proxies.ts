import { networksOf, withoutMapping } from '../../values/networks.ts';

/** Whether the address of a peer belongs to a trusted proxy. */
export type TrustedProxies = (address: string) => boolean;

/**
 * Reads a list of addresses and networks (`10.0.0.0/8`, `::1`).
 *
 * @throws RangeError for an entry that is neither
 */
export function trustedProxies(entries: readonly string[]): TrustedProxies {
  return entries.length === 0 ? () => false : networksOf(entries);
}

/** Whether an address belongs to this machine (RFC 1122, section 3.2.1.3; RFC 4291, section 2.5.3). */
export function isLoopback(address: string): boolean {
  const plain = withoutMapping(address);
  return plain === '::1' || plain.startsWith('127.');
}
