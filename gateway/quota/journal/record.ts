import { crc32 } from 'node:zlib';

/** A journal's unit of writing: everything decided in one turn of the event loop. Numbers grow by one. */
export interface JournalRecord {
  readonly number: number;
  readonly payload: string;
}

/** Begins every record, so that reading can go on behind damaged bytes: `VGJ1` in the file. */
const MARKER = 0x314a4756;
const MARKER_BYTES = Buffer.from('VGJ1');

/** The marker, the CRC-32 (ISO-HDLC, as in zlib) of all that follows it, the payload's bytes, and the number. */
const CRC_AT = 4;
const LENGTH_AT = 8;
const NUMBER_AT = 12;
const PAYLOAD_AT = 20;

/** Most bytes that a record takes. */
export function mostBytes(payload: string): number {
  // A UTF-16 unit takes at most three bytes in UTF-8.
  return PAYLOAD_AT + 3 * payload.length;
}

/**
 * Writes a record at `at`: a header of 20 bytes, all little-endian, and the payload in UTF-8.
 *
 * @returns the end of the record
 */
export function encodeRecord({ number, payload }: JournalRecord, buffer: Buffer, at: number): number {
  const length = buffer.write(payload, at + PAYLOAD_AT);
  const end = at + PAYLOAD_AT + length;
  buffer.writeUInt32LE(MARKER, at);
  buffer.writeUInt32LE(length, at + LENGTH_AT);
  buffer.writeDoubleLE(number, at + NUMBER_AT);
  buffer.writeUInt32LE(crc32(buffer.subarray(at + LENGTH_AT, end)), at + CRC_AT);
  return end;
}

/** The whole records in `bytes`, in order. Damaged or incomplete bytes are skipped; the numbers show what is missing. */
export function* decodeRecords(bytes: Buffer): Generator<JournalRecord> {
  for (let at = bytes.indexOf(MARKER_BYTES); at >= 0; ) {
    const end = recordEnd(bytes, at);
    if (end === null) {
      at = bytes.indexOf(MARKER_BYTES, at + 1);
      continue;
    }
    yield { number: bytes.readDoubleLE(at + NUMBER_AT), payload: bytes.toString('utf8', at + PAYLOAD_AT, end) };
    at = bytes.indexOf(MARKER_BYTES, end);
  }
}

/** The end of the record at `at`; `null` if it is incomplete or its checksum is wrong. */
function recordEnd(bytes: Buffer, at: number): number | null {
  if (at + PAYLOAD_AT > bytes.length) return null;
  const end = at + PAYLOAD_AT + bytes.readUInt32LE(at + LENGTH_AT);
  if (end > bytes.length) return null;
  return crc32(bytes.subarray(at + LENGTH_AT, end)) === bytes.readUInt32LE(at + CRC_AT) ? end : null;
}
