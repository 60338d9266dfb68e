import type { IncomingMessage } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import Negotiator from 'negotiator';

/** How a body is sent: `br` is Brotli (RFC 7932); `identity` is the body as it is. */
export type Encoding = (typeof ENCODINGS)[number];

/** The best first. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const;

/** The best of the encodings that a client accepts (RFC 9110, section 12.5.3). */
export function encodingFor(req: Pick<IncomingMessage, 'headers'>): Encoding {
  const accepted = new Negotiator(req).encodings(ENCODINGS);
  return ENCODINGS.find((encoding) => accepted.includes(encoding)) ?? 'identity';
}

/** How long the compression may take: `request` fits into the answer to one, `install` takes seconds per megabyte. */
export type Effort = 'request' | 'install';

/** Brotli's quality and gzip's level. */
const EFFORTS: Readonly<Record<Effort, { quality: number; level: number }>> = {
  request: { quality: 5, level: 6 },
  install: { quality: 11, level: 9 },
};

/** Encodes a body. */
export function encoded(body: Uint8Array, encoding: Encoding, effort: Effort = 'request'): Uint8Array {
  const { quality, level } = EFFORTS[effort];
  switch (encoding) {
    case 'br':
      return brotliCompressSync(body, {
        params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength },
      });
    case 'gzip':
      return gzipSync(body, { level });
    default:
      return body;
  }
}
