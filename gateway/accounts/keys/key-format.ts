import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { KeyEnvironment } from '../../records/tables.ts';
import { BASE62, randomBase62, toBase62 } from '../../values/base62.ts';

/**
 * The format of an API key: `vg_<dev|test|live>_`, 43 characters that hold 256 random bits, and 6 characters with the
 * CRC-32 (ISO-HDLC, as in zlib) of everything before. The checksum is not a security feature: it rejects typing errors
 * and garbage without a lookup, and lets secret scanners tell keys from noise.
 */
export interface ParsedKey {
  readonly environment: KeyEnvironment;
}

const RANDOM_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const TAIL_LENGTH = RANDOM_LENGTH + CHECKSUM_LENGTH;

const PARSED: Readonly<Record<KeyEnvironment, ParsedKey>> = {
  dev: Object.freeze({ environment: 'dev' }),
  test: Object.freeze({ environment: 'test' }),
  live: Object.freeze({ environment: 'live' }),
};

/** Value of each base 62 character by its character code; -1 for any other character. */
const VALUES = Int8Array.from({ length: 128 }, (_, code) => BASE62.indexOf(String.fromCharCode(code)));

/** Generates a key. Its owner sees it once; its text is never stored. */
export function newKey(environment: KeyEnvironment): string {
  const body = `vg_${environment}_${randomBase62(32, RANDOM_LENGTH)}`;
  return body + toBase62(BigInt(crc32(body)), CHECKSUM_LENGTH);
}

/** Whether a text begins like a key and is as long. Costs next to nothing. */
export function mayBeKey(text: string): boolean {
  const environment = environmentOf(text);
  return environment !== null && text.length === tailOf(environment) + TAIL_LENGTH;
}

/** Parses a key; `null` if the text cannot be a key. Costs about as much as reading the text once. */
export function parseKey(text: string): ParsedKey | null {
  const environment = mayBeKey(text) ? environmentOf(text) : null;
  if (environment === null) {
    return null;
  }
  const start = tailOf(environment);
  const checksumStart = start + RANDOM_LENGTH;
  let checksum = 0;
  for (let index = start; index < text.length; index += 1) {
    const value = VALUES[text.charCodeAt(index)] ?? -1;
    if (value < 0) {
      return null;
    }
    checksum = index < checksumStart ? 0 : checksum * 62 + value;
  }
  return crc32(text.slice(0, checksumStart)) === checksum ? PARSED[environment] : null;
}

/** Where the characters behind `vg_<environment>_` begin. */
function tailOf(environment: KeyEnvironment): number {
  return environment.length + 4;
}

function environmentOf(text: string): KeyEnvironment | null {
  if (text.startsWith('vg_live_')) {
    return 'live';
  }
  if (text.startsWith('vg_test_')) {
    return 'test';
  }
  return text.startsWith('vg_dev_') ? 'dev' : null;
}

/** SHA-256 of the whole key in hex: the records store it and look keys up by it. */
export function hashKey(text: string): string {
  return hash('sha256', text);
}

/**
 * The part of a key that may be shown later: four characters of its checksum, which reveal nothing useful about its
 * random part.
 */
export function keyHint(text: string): string {
  return text.slice(-4);
}

/**
 * The first characters, such as `vg_live_ab12`, by which people and scanners recognize a key. Together with the hint
 * they reveal at most 48 of the 256 random bits; 208 remain to guess.
 */
export function keyStart(text: string): string {
  return text.slice(0, text.indexOf('_', 3) + 5);
}
