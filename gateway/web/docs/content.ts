import { createHash } from 'node:crypto';
import type { RequestHandler } from 'express';

/** Static content: a page, a stylesheet, a document. */
export interface Content {
  readonly type: string;
  readonly body: Buffer;
  /** Strong validator (RFC 9110, section 8.8.3): a hash of the body. */
  readonly etag: string;
}

export function contentOf(type: string, text: string | Buffer): Content {
  const body = Buffer.from(text);
  return { type, body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"` };
}

/** Serves content, or 304 to a client that has it. Caches revalidate each time, so an upgrade is visible at once. */
export function serve(content: Content): RequestHandler {
  return (_req, res) => {
    res.set({ 'Content-Type': content.type, ETag: content.etag, 'Cache-Control': 'no-cache' }).send(content.body);
  };
}
