import { createHash } from 'node:crypto';
import { type Encoding, encoded } from './encoding.ts';
import { prebuilt } from './prebuilt.ts';

/** Content that is the same for everybody, such as a stylesheet or a document. Plain data, so threads can send it. */
export interface Content {
  readonly type: string;
  /** SHA-256 of the body, in hexadecimal. */
  readonly hash: string;
  readonly bodies: Readonly<Record<Encoding, Uint8Array>>;
}

/**
 * Content with its compressed forms: those that the installation has prepared, else made now. Compressing takes about
 * 40 ms per megabyte.
 */
export function contentOf(type: string, text: string | Uint8Array): Content {
  const body = Buffer.from(text);
  const hash = hashOf(body);
  const form = (encoding: 'br' | 'gzip') => prebuilt(hash, encoding) ?? encoded(body, encoding);
  return { type, hash, bodies: { identity: body, br: form('br'), gzip: form('gzip') } };
}

/** SHA-256 of a body, in hexadecimal. */
export function hashOf(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('hex');
}
