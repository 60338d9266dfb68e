import { describe, expect, it } from 'vitest';
import type { KeyEnvironment } from '../../records/tables.ts';
import { toBase62 } from '../../values/base62.ts';
import { hashKey, keyHint, newKey, parseKey } from './key-format.ts';

/** CRC-32 bit by bit from its polynomial (ISO-HDLC, reflected 0xEDB88320), independent of zlib. */
function crc32BitByBit(text: string): number {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) {
      crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    }
  }
  return (crc ^ 0xffffffff) >>> 0;
}

function withChecksum(body: string): string {
  return body + toBase62(BigInt(crc32BitByBit(body)), 6);
}

describe('the format of a key', () => {
  it.each<KeyEnvironment>(['dev', 'test', 'live'])('says the environment %s and reads back', (environment) => {
    const key = newKey(environment);
    expect(key).toMatch(new RegExp(`^vg_${environment}_[0-9A-Za-z]{49}$`));
    expect(parseKey(key)).toEqual({ environment });
  });

  it('ends in the CRC-32 of everything before it', () => {
    // The check value of this CRC is its result for "123456789".
    expect(crc32BitByBit('123456789')).toBe(0xcbf43926);
    const key = newKey('live');
    expect(withChecksum(key.slice(0, -6))).toBe(key);
    expect(parseKey(withChecksum(`vg_test_${'a'.repeat(43)}`))).toEqual({ environment: 'test' });
  });

  it('writes base 62 with digits first, then upper case, then lower case', () => {
    expect(toBase62(61n, 1)).toBe('z');
    expect(toBase62(62n, 3)).toBe('010');
    expect(toBase62(36n, 1)).toBe('a');
    // 2^256 - 1 needs 43 characters, no more: 62^43 > 2^256.
    expect(toBase62(2n ** 256n - 1n, 43)).toHaveLength(43);
  });

  it('never generates the same key twice', () => {
    expect(new Set(Array.from({ length: 1_000 }, () => newKey('dev'))).size).toBe(1_000);
  });
});

describe('a malformed key', () => {
  const key = withChecksum(`vg_live_${'Q'.repeat(43)}`);

  it('is refused if any single character is changed', () => {
    for (let index = 0; index < key.length; index += 1) {
      const other = key[index] === 'x' ? 'y' : 'x';
      expect(parseKey(key.slice(0, index) + other + key.slice(index + 1))).toBeNull();
    }
  });

  it.each([
    ['nothing', ''],
    ['a cut key', key.slice(0, -1)],
    ['a longer key', `${key}0`],
    ['a zero between the key and its checksum', `${key.slice(0, -6)}0${key.slice(-6)}`],
    ['a key with a space before it', ` ${key}`],
    ['another environment', withChecksum(`vg_prod_${'Q'.repeat(43)}`)],
    ['a character outside base 62', withChecksum(`vg_live_${'Q'.repeat(42)}-`)],
    ['a character outside ASCII', withChecksum(`vg_live_${'Q'.repeat(42)}é`)],
    ['a checksum beyond 32 bits', `${key.slice(0, -6)}zzzzzz`],
    ['the SHA-256 of a key', hashKey(key)],
    ['a very long text', 'vg_live_'.repeat(10_000)],
  ])('is refused: %s', (_, text) => {
    expect(parseKey(text)).toBeNull();
  });
});

describe('the stored part of a key', () => {
  it('is its SHA-256 in hex', () => {
    // FIPS 180-4 example: SHA-256("abc").
    expect(hashKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  it('and only four characters of its checksum as text', () => {
    const key = newKey('live');
    expect(keyHint(key)).toBe(key.slice(53));
    expect(key).toHaveLength(57);
  });
});
