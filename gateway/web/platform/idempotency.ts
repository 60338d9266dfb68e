import type { Idempotency } from '../../request/idempotency/idempotency.ts';
import { LONGEST_KEY, readIdempotencyKey } from '../../request/idempotency/idempotency-key.ts';
import { TRY_AGAIN } from '../../request/respond/respond.ts';
import { PlatformProblem } from './platform-problem.ts';

interface Asked {
  readonly idempotency: Idempotency;
  header(name: string): string | undefined;
  readonly clientId: string;
  readonly body: object;
}

/** Digests of an idempotency key and of the request. */
interface Digests {
  readonly key: string;
  readonly print: string;
}

/**
 * Runs `work` with the idempotency key of a call, or with `null` if it has none.
 *
 * @throws PlatformProblem `idempotency-key-not-valid`; `idempotency-key-in-use` while a call with the key is running
 */
export async function withIdempotencyKey<T>(
  { idempotency, header, clientId, body }: Asked,
  work: (once: Digests | null) => Promise<T>,
): Promise<T> {
  const value = header('idempotency-key');
  if (value === undefined) return work(null);
  const read = readIdempotencyKey(value);
  if (read === null) throw new PlatformProblem('idempotency-key-not-valid', { values: { max: LONGEST_KEY } });
  const key = idempotency.key(read);
  const end = idempotency.begin(clientId, key);
  if (end === null) throw new PlatformProblem('idempotency-key-in-use', TRY_AGAIN);
  try {
    return await work({ key, print: idempotency.print('top-up', Buffer.from(JSON.stringify(body))) });
  } finally {
    end();
  }
}
