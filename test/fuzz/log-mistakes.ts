import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { World } from './world.ts';

/** Words long enough to be a key, a token or a password. */
const WORDS = /[\w$+/=.:-]{12,}/g;

/** An `error` or `fatal` line of the log, as pino writes them. The call's answer already showed the status. */
const FAILURE = /^\{"level":[56]0,(?!.*"msg":"call"\}$)/;

const MOST = 5;

/** Lines that the log must not have: failures of the gateway itself, and secrets. */
export async function logMistakes({ gateway, secrets }: World): Promise<string[]> {
  const wrong: string[] = [];
  for await (const line of createInterface({
    input: createReadStream(gateway.logFile),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    if (wrong.length >= MOST) break;
    if (FAILURE.test(line)) wrong.push(`the log has a failure: ${line.slice(0, 1_500)}`);
    const told = line.match(WORDS)?.find((word) => secrets.has(word));
    if (told !== undefined) wrong.push(`the log holds a secret: ${line.slice(0, 300)}`);
  }
  return wrong;
}
