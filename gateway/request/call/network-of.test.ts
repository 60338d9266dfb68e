import { describe, expect, it } from 'vitest';
import { networkOf } from './network-of.ts';

describe('the network of an address', () => {
  it('is the address itself for IPv4, even if a dual-stack socket maps it to IPv6', () => {
    expect(networkOf('192.0.2.7')).toBe('192.0.2.7');
    expect(networkOf('::ffff:192.0.2.7')).toBe('192.0.2.7');
  });

  it.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8::3:4:5:6', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['1::4:5:6:7:192.0.2.1', '1:0:4:5::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('of %s is its first 64 bits', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it.each(['', 'unknown', '192.0.2.7:4711', '[2001:db8::1]', '1'.repeat(5_000)])('is unknown for %j', (text) => {
    expect(networkOf(text)).toBe('unknown');
  });
});
