import { BlockList, isIP } from 'node:net';

/** Returns whether an address lies in one of a list of networks. */
export type Networks = (address: string) => boolean;

/**
 * Parses IPv4 and IPv6 addresses and networks (`203.0.113.7`, `10.0.0.0/8`, `2001:db8::/32`).
 *
 * @throws RangeError naming an entry that is neither
 */
export function networksOf(entries: readonly string[]): Networks {
  const list = new BlockList();
  for (const entry of entries) add(list, entry);
  return (address) => {
    const plain = withoutMapping(address);
    const family = familyOf(plain);
    return family !== null && list.check(plain, family);
  };
}

function add(list: BlockList, entry: string): void {
  const [address = '', prefix, more] = entry.split('/');
  const family = familyOf(address);
  const bits = prefix === undefined ? null : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
  const most = family === 'ipv4' ? 32 : 128;
  if (family === null || more !== undefined || (bits !== null && !(bits <= most))) {
    throw new RangeError(`not a network: ${entry}`);
  }
  if (bits === null) list.addAddress(address, family);
  else list.addSubnet(address, bits, family);
}

/** Removes the prefix of an IPv4-mapped address: dual-stack sockets show IPv4 peers as `::ffff:127.0.0.1`. */
export function withoutMapping(address: string): string {
  return address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;
}

/** An address with a zone (`fe80::1%eth0`) is valid on one machine only, so it is rejected. */
function familyOf(address: string): 'ipv4' | 'ipv6' | null {
  const version = address.includes('%') ? 0 : isIP(address);
  return version === 4 ? 'ipv4' : version === 6 ? 'ipv6' : null;
}
