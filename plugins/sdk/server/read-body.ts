import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

/** A body that is read as a stream has turned out to be longer than allowed. */
export class BodyTooLong extends Error {
  override readonly name = 'BodyTooLong';
}

/**
 * Reads a request's body up to a limit. A longer body is cut off one byte after the limit, which is enough to see that it
 * is too long; the rest is not kept.
 *
 * @param limit in bytes
 * @param done called once with the body; not called if the caller leaves before the end of it
 */
export function readBody(req: IncomingMessage, limit: number, done: (body: Uint8Array) => void): void {
  readBodyOrStream(req, { whole: limit, limit }, (body) => {
    if (body instanceof Uint8Array) done(body);
  });
}

/**
 * Reads a request's body whole if it has at most `whole` bytes. A longer body is handed on as a stream while it comes in;
 * the stream ends in `BodyTooLong` after `limit` bytes. A body that is found to be longer than `limit` before it is handed
 * on is cut off one byte after the limit.
 *
 * @param done called once; not called if the caller leaves before the end of a body, or of its first `whole` bytes
 */
export function readBodyOrStream(
  req: IncomingMessage,
  { whole, limit }: { readonly whole: number; readonly limit: number },
  done: (body: Uint8Array | Readable) => void,
): void {
  // A request without a body has ended before anything of it is read, and emits no events.
  if (req.readableEnded) {
    done(new Uint8Array());
    return;
  }
  const chunks: Buffer[] = [];
  let length = 0;
  req.on('data', take);
  req.on('end', finish);

  function take(chunk: Buffer): void {
    if (length > limit) return;
    chunks.push(chunk);
    length += chunk.length;
    if (length > limit) {
      done(joined(chunks).subarray(0, limit + 1));
    } else if (length > whole) {
      req.off('data', take);
      req.off('end', finish);
      req.pause();
      done(Readable.from(follow(req, chunks, limit), { objectMode: false }));
    }
  }

  function finish(): void {
    if (length <= limit) done(joined(chunks));
  }
}

async function* follow(req: IncomingMessage, begin: readonly Buffer[], limit: number): AsyncGenerator<Buffer> {
  let length = 0;
  for (const chunk of begin) {
    length += chunk.length;
    yield chunk;
  }
  // The request stays open: destroyed, it would take the connection with it, and the answer.
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    length += chunk.length;
    if (length > limit) throw new BodyTooLong(`more than ${limit} bytes`);
    yield chunk;
  }
}

function joined(chunks: readonly Buffer[]): Buffer {
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}
