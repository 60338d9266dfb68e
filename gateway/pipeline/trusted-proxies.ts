import { BlockList, isIP } from 'node:net';

/** Says of a peer's address whether it belongs to a trusted proxy. */
export type TrustedProxies = (address: string) => boolean;

/**
 * Reads addresses and networks (`10.0.0.0/8`, `::1`).
 *
 * @throws RangeError for an entry that is neither
 */
export function trustedProxies(entries: readonly string[]): TrustedProxies {
  if (entries.length === 0) return () => false;
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/');
    const family = familyOf(address);
    if (!family || (prefix !== undefined && !/^\d{1,3}$/.test(prefix))) throw new RangeError(`not a network: ${entry}`);
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return (address) => {
    const plain = withoutMapping(address);
    const family = familyOf(plain);
    return family !== null && list.check(plain, family);
  };
}

/** Whether an address is of this machine (RFC 1122, section 3.2.1.3; RFC 4291, section 2.5.3). */
export function isLoopback(address: string): boolean {
  const plain = withoutMapping(address);
  return plain === '::1' || plain.startsWith('127.');
}

/** IPv4 peers of a dual-stack socket show as `::ffff:127.0.0.1`. */
function withoutMapping(address: string): string {
  return address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;
}

function familyOf(address: string): 'ipv4' | 'ipv6' | null {
  const version = isIP(address);
  return version === 4 ? 'ipv4' : version === 6 ? 'ipv6' : null;
}
