import { crc32 } from 'node:zlib';

/** A journal's unit of writing: everything decided in one turn of the event loop. Numbers grow by one. */
export interface JournalRecord {
  readonly number: number;
  readonly payload: string;
}

/** A record that was read. Its payload is a view of the bytes of its segment, in UTF-8. */
export interface WrittenRecord {
  readonly number: number;
  readonly payload: Buffer;
}

/** A part of a segment, as reading finds it. `at` and `end` are offsets in bytes. */
export type Piece =
  | { readonly kind: 'record'; readonly at: number; readonly end: number; readonly record: WrittenRecord }
  /** The mark behind the last record of a segment that has a successor. */
  | { readonly kind: 'end-mark'; readonly at: number; readonly end: number }
  /** Bytes that were written and have changed. */
  | { readonly kind: 'damage'; readonly at: number; readonly end: number }
  /** An incomplete record at the end, which a crash during a write explains. Its calls were not answered. */
  | { readonly kind: 'torn'; readonly at: number; readonly end: number };

type Marker = 'VGJ1' | 'VGJ2' | 'VGE2';

const MARKER_BYTES = 4;
/** As numbers, because copying four bytes costs more than writing them. */
const MARKER = { VGJ2: Buffer.from('VGJ2').readUInt32LE(), VGE2: Buffer.from('VGE2').readUInt32LE() } as const;
const MARKER_CRC = { VGJ2: crc32('VGJ2'), VGE2: crc32('VGE2') } as const;

/**
 * A header, all little-endian: the marker; the CRC-32 (ISO-HDLC, as in zlib) of the marker and the rest of the header;
 * the bytes of the payload; the number; the CRC-32 of the payload. With its own checksum, a header proves how long its
 * record is: a record that ends behind the file is torn, and any other record with a wrong checksum is damaged.
 */
const HEADER_CRC_AT = 4;
const LENGTH_AT = 8;
const NUMBER_AT = 12;
const PAYLOAD_CRC_AT = 20;
const PAYLOAD_AT = 24;

/** Earlier releases wrote `VGJ1`: one CRC-32 at 4, of everything from the length on, and the payload at 20. */
const OLD_PAYLOAD_AT = 20;

/** A loss of power leaves whole sectors that were not written, as zeros. */
const SECTOR = 512;

/** Most bytes that a record takes. */
export function mostBytes(payload: string): number {
  // A UTF-16 unit takes at most three bytes in UTF-8.
  return PAYLOAD_AT + 3 * payload.length;
}

/**
 * Writes a record at `at`: a header of 24 bytes and the payload in UTF-8.
 *
 * @returns the end of the record
 */
export function encodeRecord({ number, payload }: JournalRecord, buffer: Buffer, at: number): number {
  const length = buffer.write(payload, at + PAYLOAD_AT);
  return encodeHeader('VGJ2', number, length, buffer, at);
}

/** The mark behind the last record of a segment. `number` is that of the last record. */
export function encodeEndMark(number: number): Buffer {
  const buffer = Buffer.alloc(PAYLOAD_AT);
  encodeHeader('VGE2', number, 0, buffer, 0);
  return buffer;
}

function encodeHeader(marker: keyof typeof MARKER, number: number, length: number, buffer: Buffer, at: number): number {
  const end = at + PAYLOAD_AT + length;
  buffer.writeUInt32LE(MARKER[marker], at);
  buffer.writeUInt32LE(length, at + LENGTH_AT);
  buffer.writeDoubleLE(number, at + NUMBER_AT);
  buffer.writeUInt32LE(crc32(buffer.subarray(at + PAYLOAD_AT, end)), at + PAYLOAD_CRC_AT);
  buffer.writeUInt32LE(headerCrc(marker, buffer, at), at + HEADER_CRC_AT);
  return end;
}

/** The pieces of a segment, in order and without gaps. */
export function* readPieces(bytes: Buffer): Generator<Piece> {
  for (let at = 0; at < bytes.length; ) {
    const piece = pieceAt(bytes, at) ?? spoiltPiece(bytes, at);
    yield piece;
    at = piece.end;
  }
}

/** The whole record or mark at `at`; `null` if there is none. */
function pieceAt(bytes: Buffer, at: number): Piece | null {
  const marker = markerAt(bytes, at);
  if (marker === null) return null;
  const payloadAt = at + (marker === 'VGJ1' ? OLD_PAYLOAD_AT : PAYLOAD_AT);
  const end = recordEnd(bytes, at, marker);
  if (end === null || end > bytes.length || !isWhole(bytes, at, end, marker)) return null;
  if (marker === 'VGE2') return { kind: 'end-mark', at, end };
  const record = { number: bytes.readDoubleLE(at + NUMBER_AT), payload: bytes.subarray(payloadAt, end) };
  return { kind: 'record', at, end, record };
}

/** What stands at `at` instead of a whole record: damage up to the next whole record, or the end. */
function spoiltPiece(bytes: Buffer, at: number): Piece {
  for (let next = at + 1; next < bytes.length; next += 1) {
    next = bytes.indexOf('VG', next);
    if (next < 0) break;
    if (pieceAt(bytes, next) !== null) return { kind: 'damage', at, end: next };
  }
  return { kind: isTorn(bytes, at) ? 'torn' : 'damage', at, end: bytes.length };
}

function isTorn(bytes: Buffer, at: number): boolean {
  const rest = bytes.subarray(at);
  let written = bytes.length;
  while (written > at && bytes[written - 1] === 0) written -= 1;
  // The file grew, and the sectors behind `written` never arrived.
  if (written === at || Math.ceil(written / SECTOR) * SECTOR < bytes.length) return true;
  if (rest.length < MARKER_BYTES) return ['VGJ2', 'VGE2'].some((marker) => marker.startsWith(rest.toString('latin1')));
  const marker = markerAt(bytes, at);
  if (marker === null) return false;
  const end = recordEnd(bytes, at, marker);
  return end === null ? rest.length < (marker === 'VGJ1' ? OLD_PAYLOAD_AT : PAYLOAD_AT) : end > bytes.length;
}

function markerAt(bytes: Buffer, at: number): Marker | null {
  const marker = bytes.toString('latin1', at, at + MARKER_BYTES);
  return marker === 'VGJ2' || marker === 'VGE2' || marker === 'VGJ1' ? marker : null;
}

/** Where a record ends according to its header; `null` if the header is incomplete or wrong. */
function recordEnd(bytes: Buffer, at: number, marker: Marker): number | null {
  const payloadAt = at + (marker === 'VGJ1' ? OLD_PAYLOAD_AT : PAYLOAD_AT);
  if (payloadAt > bytes.length) return null;
  if (marker !== 'VGJ1' && headerCrc(marker, bytes, at) !== bytes.readUInt32LE(at + HEADER_CRC_AT)) return null;
  return payloadAt + bytes.readUInt32LE(at + LENGTH_AT);
}

function isWhole(bytes: Buffer, at: number, end: number, marker: Marker): boolean {
  if (marker === 'VGJ1') return crc32(bytes.subarray(at + LENGTH_AT, end)) === bytes.readUInt32LE(at + HEADER_CRC_AT);
  return crc32(bytes.subarray(at + PAYLOAD_AT, end)) === bytes.readUInt32LE(at + PAYLOAD_CRC_AT);
}

/** The CRC-32 of the marker at `at` and of the header behind its own checksum. */
function headerCrc(marker: keyof typeof MARKER_CRC, bytes: Buffer, at: number): number {
  return crc32(bytes.subarray(at + LENGTH_AT, at + PAYLOAD_AT), MARKER_CRC[marker]);
}
