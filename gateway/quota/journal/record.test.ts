import { expect, it } from 'vitest';
import { decodeRecords, encodeRecord, mostBytes } from './record.ts';

function encoded(...payloads: readonly string[]): Buffer {
  const bytes = payloads.map((payload, index) => {
    const buffer = Buffer.alloc(mostBytes(payload));
    return buffer.subarray(0, encodeRecord({ number: index + 1, payload }, buffer, 0));
  });
  return Buffer.concat(bytes);
}

const numbers = (bytes: Buffer) => Array.from(decodeRecords(bytes), ({ number }) => number);

it('reads back what was written, in any script', () => {
  expect([...decodeRecords(encoded('a', '', 'مفتاح 鍵 🔑'))]).toEqual([
    { number: 1, payload: 'a' },
    { number: 2, payload: '' },
    { number: 3, payload: 'مفتاح 鍵 🔑' },
  ]);
});

it('writes the marker, the CRC-32 of the rest, the length and the number, little-endian', () => {
  const bytes = encoded('123456789');
  expect(bytes.subarray(0, 4).toString()).toBe('VGJ1');
  expect(bytes.readUInt32LE(8)).toBe(9);
  expect(bytes.readDoubleLE(12)).toBe(1);
  expect(bytes.subarray(20).toString()).toBe('123456789');
});

it('cuts off an incomplete record at the end, at every length', () => {
  const whole = encoded('one', 'two');
  const first = encoded('one').length;
  for (let length = first; length < whole.length; length += 1) expect(numbers(whole.subarray(0, length))).toEqual([1]);
  expect(numbers(whole)).toEqual([1, 2]);
});

it('skips a record with any changed byte and reads those behind it', () => {
  const whole = encoded('one', 'two', 'three');
  const from = encoded('one').length;
  const to = encoded('one', 'two').length;
  for (let at = from; at < to; at += 1) {
    const damaged = Buffer.from(whole);
    damaged.writeUInt8(damaged.readUInt8(at) ^ 0x20, at);
    expect(numbers(damaged), `byte ${at}`).toEqual([1, 3]);
  }
});

it('is not misled by a marker within a payload', () => {
  expect(numbers(encoded('VGJ1VGJ1', 'x'))).toEqual([1, 2]);
  const damaged = encoded('VGJ1VGJ1', 'x');
  damaged.writeUInt8(0, 0);
  expect(numbers(damaged)).toEqual([2]);
});
