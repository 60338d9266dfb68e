import { isIP } from 'node:net';

/** Stands for every address that is none: what a proxy says is not always one. */
const NO_ADDRESS = 'unknown';

const MAPPED = '::ffff:';

/**
 * Whom an address belongs to, for counting: an IPv4 address to itself, an IPv6 address to its first 64 bits, since every
 * household has that many addresses (RFC 6177) and could come from another one each time.
 */
export function networkOf(address: string): string {
  const plain = address.startsWith(MAPPED) ? address.slice(MAPPED.length) : address;
  const version = isIP(plain);
  if (version === 4) return plain;
  return version === 6 ? `${firstGroups(plain)}::/64` : NO_ADDRESS;
}

/** Four groups of a valid address, without the leading zeros that may stand there or not (RFC 5952). */
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
