import { ReplyError } from 'ioredis';
import { CorruptRecord } from './records.ts';
import { ModelDisagrees } from './verdicts.ts';

/**
 * Whether an error says that the records of one client cannot be used. The store is well then: it has answered, and
 * serves every other client.
 */
export function concernsOneClient(error: unknown): boolean {
  if (error instanceof CorruptRecord || error instanceof ModelDisagrees) return true;
  // A script that stumbled over what it read; every other refusal has a code of its own (READONLY, OOM, LOADING ...).
  const refused = error instanceof Error && error instanceof ReplyError;
  return refused && /^(?:ERR|WRONGTYPE) .*user_script/.test(error.message);
}
