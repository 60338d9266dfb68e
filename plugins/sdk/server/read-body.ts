import type { IncomingMessage } from 'node:http';

/**
 * Reads a request's body up to a limit. A longer one is cut off after one byte more, which is enough to see that it is
 * too long; the rest is not kept.
 *
 * @param done called once with the body; not called if the caller leaves before the end of it
 */
export function readBody(req: IncomingMessage, limit: number, done: (body: Uint8Array) => void): void {
  const chunks: Buffer[] = [];
  let length = 0;
  req.on('data', (chunk: Buffer) => {
    if (length > limit) return;
    chunks.push(chunk);
    length += chunk.length;
    if (length > limit) finish();
  });
  req.on('end', () => {
    if (length <= limit) finish();
  });

  function finish(): void {
    const body = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
    done(body.subarray(0, limit + 1));
  }
}
