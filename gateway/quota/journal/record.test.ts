import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { encodeEndMark, encodeRecord, mostBytes, readPieces } from './record.ts';

function encoded(...payloads: readonly string[]): Buffer {
  const bytes = payloads.map((payload, index) => {
    const buffer = Buffer.alloc(mostBytes(payload));
    return buffer.subarray(0, encodeRecord({ number: index + 1, payload }, buffer, 0));
  });
  return Buffer.concat(bytes);
}

/** Numbers of the records, and the kinds of all other pieces. */
const found = (bytes: Buffer) =>
  Array.from(readPieces(bytes), (piece) => (piece.kind === 'record' ? piece.record.number : piece.kind));

/** A record of an earlier release. */
function oldRecord(number: number, payload: string): Buffer {
  const bytes = Buffer.alloc(20 + payload.length);
  bytes.write('VGJ1');
  bytes.writeUInt32LE(payload.length, 8);
  bytes.writeDoubleLE(number, 12);
  bytes.write(payload, 20);
  bytes.writeUInt32LE(crc32(bytes.subarray(8)), 4);
  return bytes;
}

it('reads back what was written, in any script', () => {
  const read = Array.from(
    readPieces(encoded('a', '', 'مفتاح 鍵 🔑')),
    (piece) => 'record' in piece && [piece.record.number, piece.record.payload.toString()],
  );
  expect(read).toEqual([
    [1, 'a'],
    [2, ''],
    [3, 'مفتاح 鍵 🔑'],
  ]);
});

it('reads records of earlier releases, beside its own', () => {
  expect(found(Buffer.concat([oldRecord(1, '[]'), oldRecord(2, '[1]'), encodeEndMark(2)]))).toEqual([1, 2, 'end-mark']);
  const torn = oldRecord(2, '[1]').subarray(0, 22);
  expect(found(Buffer.concat([oldRecord(1, '[]'), torn]))).toEqual([1, 'torn']);
  const spoilt = oldRecord(2, '[1]');
  spoilt.write('2', 21);
  expect(found(Buffer.concat([oldRecord(1, '[]'), spoilt]))).toEqual([1, 'damage']);
});

it('writes the marker, the length, the number and both checksums, little-endian', () => {
  const bytes = encoded('123456789');
  expect(bytes.subarray(0, 4).toString()).toBe('VGJ2');
  expect(bytes.readUInt32LE(8)).toBe(9);
  expect(bytes.readDoubleLE(12)).toBe(1);
  // The check value of the CRC-32 catalogue.
  expect(bytes.readUInt32LE(20)).toBe(0xcb_f4_39_26);
  expect(bytes.readUInt32LE(4)).toBe(crc32(Buffer.concat([bytes.subarray(0, 4), bytes.subarray(8, 24)])));
  expect(bytes.subarray(24).toString()).toBe('123456789');
});

it('takes an incomplete record at the end as torn, at every length', () => {
  const whole = encoded('one', 'two');
  const first = encoded('one').length;
  for (let length = first + 1; length < whole.length; length += 1) {
    expect(found(whole.subarray(0, length)), `${length} bytes`).toEqual([1, 'torn']);
  }
  expect(found(whole)).toEqual([1, 2]);
});

it('takes sectors that a loss of power left empty as torn', () => {
  const whole = encoded('one', 'x'.repeat(2_000));
  const empty = Buffer.from(whole).fill(0, 1_024);
  expect(found(empty)).toEqual([1, 'torn']);
  expect(found(Buffer.concat([encoded('one'), Buffer.alloc(300)]))).toEqual([1, 'torn']);
});

it('finds every changed byte of every record and mark, the last one included', () => {
  const whole = Buffer.concat([encoded('one', 'two', 'three'), encodeEndMark(3)]);
  const ends = [encoded('one').length, encoded('one', 'two').length, encoded('one', 'two', 'three').length];
  const pieces = [1, 2, 3, 'end-mark'];
  for (let at = 0; at < whole.length; at += 1) {
    const index = ends.filter((end) => end <= at).length;
    for (let bit = 0; bit < 8; bit += 1) {
      const damaged = Buffer.from(whole);
      damaged.writeUInt8(damaged.readUInt8(at) ^ (1 << bit), at);
      const expected = pieces.map((piece, place) => (place === index ? 'damage' : piece));
      expect(found(damaged), `byte ${at}, bit ${bit}`).toEqual(expected);
    }
  }
});

it('is not misled by a marker within a payload', () => {
  expect(found(encoded('VGJ2VGJ1', 'x'))).toEqual([1, 2]);
  const damaged = encoded('VGJ2VGJ1', 'x');
  damaged.writeUInt8(0, 0);
  expect(found(damaged)).toEqual(['damage', 2]);
});
