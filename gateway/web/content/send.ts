import type { Request, Response } from 'express';
import type { Content } from './content.ts';
import { type Encoding, encodingFor } from './encoding.ts';

/** Answers one address of an exact table. */
export type Answer = (req: Request, res: Response) => void | Promise<void>;

/** A body in one encoding. */
export interface EncodedBody {
  readonly type: string;
  readonly encoding: Encoding;
  readonly body: Uint8Array;
  /** SHA-256 of the body before it was encoded, in hexadecimal. */
  readonly hash: string;
}

/** Caches ask each time whether their copy is current, so an upgrade is visible at once. */
export const REVALIDATED = 'no-cache';

/** For addresses with a hash of the content: caches keep it for a year and never ask. */
export const FOR_EVER = 'public, max-age=31536000, immutable';

/**
 * Sends a body, or 304 to a client that has it. Each encoding has a strong validator of its own (RFC 9110,
 * section 8.8.3), and `Vary` names the header that chose it.
 */
export function sendEncoded(res: Response, { type, encoding, body, hash }: EncodedBody, cacheControl: string): void {
  res.vary('Accept-Encoding');
  res.set({
    'Content-Type': type,
    'Cache-Control': cacheControl,
    ETag: `"${hash.slice(0, 32)}${encoding === 'identity' ? '' : `-${encoding}`}"`,
  });
  if (encoding !== 'identity') res.set('Content-Encoding', encoding);
  res.send(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
}

/** Sends content in the encoding that the client prefers. */
export function sendContent(req: Request, res: Response, { type, hash, bodies }: Content, cacheControl: string): void {
  const encoding = encodingFor(req);
  sendEncoded(res, { type, hash, encoding, body: bodies[encoding] }, cacheControl);
}

/** Serves content. Default: {@link REVALIDATED}. */
export function serve(content: Content, cacheControl = REVALIDATED): Answer {
  return (req, res) => sendContent(req, res, content, cacheControl);
}
