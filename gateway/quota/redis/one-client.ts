import { ReplyError } from 'ioredis';
import { CorruptRecord } from './records.ts';
import { ModelDisagrees } from './verdicts.ts';

/**
 * Whether an error concerns the records of one client only. The store itself is healthy: it has answered, and serves
 * every other client.
 */
export function concernsOneClient(error: unknown): boolean {
  if (error instanceof CorruptRecord || error instanceof ModelDisagrees) return true;
  // A script error. Every other refusal has its own code (READONLY, OOM, LOADING ...).
  const refused = error instanceof Error && error instanceof ReplyError;
  return refused && /^(?:ERR|WRONGTYPE) .*user_script/.test(error.message);
}
