import { randomBytes } from 'node:crypto';

/** Digits, upper case, lower case: the order in which the values 0 to 61 are written. */
export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Writes a whole number in base 62, padded with zeros to `length` characters. */
export function toBase62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= 62n) {
    text = BASE62.charAt(Number(rest % 62n)) + text;
  }
  return text.padStart(length, '0');
}

/** `bytes` random bytes in base 62, always `length` characters: 22 hold 128 bits, 43 hold 256. */
export function randomBase62(bytes: number, length: number): string {
  return toBase62(BigInt(`0x${randomBytes(bytes).toString('hex')}`), length);
}
