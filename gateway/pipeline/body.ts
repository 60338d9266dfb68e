import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

/** A body that was read as a stream has turned out to be longer than allowed. */
export class BodyTooLong extends Error {
  override readonly name = 'BodyTooLong';
}

/** A body as it goes on: whole, as a stream while it comes in, or not at all. */
export type TakenBody = Uint8Array | Readable | 'too-long';

/**
 * Reads a request's body whole if it has at most `whole` bytes; a longer one is handed on as a stream while it comes in,
 * which ends in `BodyTooLong` after `limit` bytes.
 *
 * @param done called once; not called if the caller leaves before the end of a body, or of the first `whole` bytes
 */
export function takeBody(
  req: IncomingMessage,
  { whole, limit }: { readonly whole: number; readonly limit: number },
  done: (body: TakenBody) => void,
): void {
  const chunks: Buffer[] = [];
  let length = 0;
  req.on('data', take);
  req.on('end', finish);

  function take(chunk: Buffer): void {
    chunks.push(chunk);
    length += chunk.length;
    if (length <= whole && length <= limit) return;
    req.off('data', take);
    req.off('end', finish);
    if (length > limit) {
      done('too-long');
    } else {
      req.pause();
      done(Readable.from(follow(req, chunks, limit), { objectMode: false }));
    }
  }

  function finish(): void {
    done(joined(chunks));
  }
}

async function* follow(req: IncomingMessage, begin: readonly Buffer[], limit: number): AsyncGenerator<Buffer> {
  let length = 0;
  for (const chunk of begin) {
    length += chunk.length;
    yield chunk;
  }
  // The request is left to its server: destroyed, it would take the connection with it, and the answer.
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    length += chunk.length;
    if (length > limit) throw new BodyTooLong(`more than ${limit} bytes`);
    yield chunk;
  }
}

function joined(chunks: readonly Buffer[]): Buffer {
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}
