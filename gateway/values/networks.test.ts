import { describe, expect, it } from 'vitest';
import { networksOf } from './networks.ts';

describe('networks', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7', true],
    ['203.0.113.7', '203.0.113.8', false],
    ['10.0.0.0/8', '10.255.255.255', true],
    ['10.0.0.0/8', '11.0.0.0', false],
    // Bits after the prefix are ignored (RFC 4632, section 3.1).
    ['192.0.2.77/24', '192.0.2.1', true],
    ['0.0.0.0/0', '198.51.100.1', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['2001:db8::/32', '2001:db8:ffff::1', true],
    ['2001:db8::/32', '2001:db9::1', false],
    ['2001:db8::1', '2001:0db8:0:0:0:0:0:1', true],
    // A caller over IPv4 on a dual-stack socket.
    ['192.0.2.0/24', '::ffff:192.0.2.5', true],
  ])('%s contains %s: %s', (network, address, inside) => {
    expect(networksOf([network])(address)).toBe(inside);
  });

  it('contain every address of any entry, and never an invalid address', () => {
    const either = networksOf(['192.0.2.1', '2001:db8::/64']);
    expect(['192.0.2.1', '2001:db8::9', '192.0.2.2', '', 'unknown'].map(either)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it.each([
    '10.0.0.0/33',
    '2001:db8::/129',
    '10.0.0/8',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/-1',
    'localhost',
    '',
    'fe80::1%eth0',
    '010.0.0.1',
  ])('reject %j by name', (entry) => {
    expect(() => networksOf(['192.0.2.1', entry])).toThrow(`not a network: ${entry}`);
  });
});
