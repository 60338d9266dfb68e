import { isIP } from 'node:net';

/** The network of any text that is not an address: proxies do not always send an address. */
const NO_ADDRESS = 'unknown';

const MAPPED = '::ffff:';

/**
 * The network under which an address is counted: an IPv4 address itself, or the first 64 bits of an IPv6 address. A
 * household owns all addresses of such a network (RFC 6177) and could use a new one for each request.
 */
export function networkOf(address: string): string {
  const plain = address.startsWith(MAPPED) ? address.slice(MAPPED.length) : address;
  const version = isIP(plain);
  if (version === 4) return plain;
  return version === 6 ? `${firstGroups(plain)}::/64` : NO_ADDRESS;
}

/** The first four groups of a valid IPv6 address, without leading zeros, which are optional (RFC 5952). */
function firstGroups(address: string): string {
  const [head = '', tail = ''] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  // An IPv4 address at the end takes the place of two groups.
  const rightGroups = right.length + (tail.includes('.') ? 1 : 0);
  const zeros = address.includes('::') ? Math.max(0, 8 - left.length - rightGroups) : 0;
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right].slice(0, 4);
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}
