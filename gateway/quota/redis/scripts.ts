import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Cluster, Redis } from 'ioredis';
import { KEY_MS, MOST_KEYS } from '../model/holds.ts';
import {
  FEWEST_TOKENS,
  FEWEST_UNITS,
  LAPSE_MS,
  LEASE_MS,
  RECALL_MS,
  RELEASE_MS,
  SHARE,
  SILENT_MS,
} from '../model/leases.ts';
import { DETAILED_ROWS, MOST_ROWS, OTHERS } from '../model/usage-names.ts';
import type { ScriptCall } from './commands.ts';
import { RECALLS } from './keys.ts';
import { ScriptCommand } from './script-command.ts';

/** Processes of a client and month whose last command is kept in any case. */
const MOST_PROCESSES = 32;

/** Milliseconds for which the last command of any other process is kept: longer than a command can be in doubt. */
const CONTAINED_MS = 86_400_000;

/** The bounds of the model, shared with the scripts. */
const BOUNDS = `local DETAILED_ROWS, MOST_ROWS, OTHERS = ${DETAILED_ROWS}, ${MOST_ROWS}, '${OTHERS}'
local MOST_PROCESSES, CONTAINED_MS = ${MOST_PROCESSES}, ${CONTAINED_MS}
local LEASE_MS, LAPSE_MS, RELEASE_MS, RECALL_MS, SILENT_MS = ${LEASE_MS}, ${LAPSE_MS}, ${RELEASE_MS}, ${RECALL_MS}, ${SILENT_MS}
local KEY_MS, MOST_KEYS = ${KEY_MS}, ${MOST_KEYS}
local FEWEST_UNITS, FEWEST_TOKENS, SHARE, RECALLS = ${FEWEST_UNITS}, ${FEWEST_TOKENS}, ${SHARE}, '${RECALLS}'`;

const SCRIPTS = {
  admit: script('leases', 'held-calls', 'admit'),
  giveBack: script('held-calls', 'give-back'),
  keep: script('held-calls', 'keep'),
  dueHolds: script('held-calls', 'due-holds'),
  fence: script('fence'),
  writeLimits: script('write-limits'),
  load: script('load'),
  tally: script('tally'),
  counters: script('counters'),
  usage: script('usage'),
  usagePage: script('usage-page'),
} as const satisfies { readonly [name in keyof Replies]: Script };

/** What the scripts answer. */
export interface Replies {
  readonly admit: string;
  readonly giveBack: string;
  readonly keep: string;
  readonly dueHolds: string[];
  readonly fence: string;
  readonly writeLimits: number;
  readonly load: string;
  readonly tally: string;
  readonly counters: [string, string, string, string[]] | null;
  readonly usage: string[] | null;
  readonly usagePage: [string, string[]] | null;
}

/** A script as text, and the digest by which Redis knows it once it has run. */
interface Script {
  readonly lua: string;
  readonly digest: string;
}

function script(...names: readonly string[]): Script {
  const text = (file: string) => readFileSync(new URL(`scripts/${file}.lua`, import.meta.url), 'utf8');
  const lua = [BOUNDS, ...['records', ...names].map(text)].join('\n');
  return { lua, digest: createHash('sha1').update(lua).digest('hex') };
}

/** Runs a script. `settle` gets its answer; it must not throw. */
export function sendScript<Name extends keyof Replies>(
  redis: Redis | Cluster,
  name: Name,
  { keys, args }: ScriptCall,
  settle: (error: Error | null, reply: Replies[Name]) => void,
): void {
  const { lua, digest } = SCRIPTS[name];
  const { keyPrefix } = redis.options;
  const rest = [String(keys.length), ...keys, ...args];
  const answered = (error: Error | null, reply: unknown): void => settle(error, reply as Replies[Name]);
  const known = new ScriptCommand('evalsha', [digest, ...rest], keyPrefix, (error, reply) => {
    // Redis does not know the script yet: nothing ran.
    if (error?.message.startsWith('NOSCRIPT')) {
      redis.sendCommand(new ScriptCommand('eval', [lua, ...rest], keyPrefix, answered));
    } else answered(error, reply);
  });
  redis.sendCommand(known);
}

/** Runs a script and resolves with its answer. */
export function runScript<Name extends keyof Replies>(
  redis: Redis | Cluster,
  name: Name,
  call: ScriptCall,
): Promise<Replies[Name]> {
  return new Promise((resolve, reject) => {
    sendScript(redis, name, call, (error, reply) => (error === null ? resolve(reply) : reject(error)));
  });
}
