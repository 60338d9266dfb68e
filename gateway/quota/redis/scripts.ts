import { readFileSync } from 'node:fs';
import type { Callback, Cluster, Redis, Result } from 'ioredis';
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
import { RECALLS } from './keys.ts';

type Arguments = (string | number)[];

declare module 'ioredis' {
  interface RedisCommander<Context> {
    vitalgateAdmit(...args: [...Arguments, Callback<string>]): Result<string, Context>;
    vitalgateGiveBack(...args: Arguments): Result<string, Context>;
    vitalgateKeep(...args: Arguments): Result<string, Context>;
    vitalgateDueHolds(...args: Arguments): Result<string[], Context>;
    vitalgateFence(...args: Arguments): Result<string, Context>;
    vitalgateWriteLimits(...args: Arguments): Result<number, Context>;
    vitalgateLoad(...args: Arguments): Result<string, Context>;
    vitalgateTally(...args: Arguments): Result<string, Context>;
    vitalgateCounters(...args: Arguments): Result<[string, string, string, string[]] | null, Context>;
    vitalgateUsage(...args: Arguments): Result<string[] | null, Context>;
    vitalgateUsagePage(...args: Arguments): Result<[string, string[]] | null, Context>;
  }
}

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
  vitalgateAdmit: script('leases', 'held-calls', 'admit'),
  vitalgateGiveBack: script('held-calls', 'give-back'),
  vitalgateKeep: script('held-calls', 'keep'),
  vitalgateDueHolds: script('held-calls', 'due-holds'),
  vitalgateFence: script('fence'),
  vitalgateWriteLimits: script('write-limits'),
  vitalgateLoad: script('load'),
  vitalgateTally: script('tally'),
  vitalgateCounters: script('counters'),
  vitalgateUsage: script('usage'),
  vitalgateUsagePage: script('usage-page'),
} as const;

function script(...names: readonly string[]): string {
  const text = (file: string) => readFileSync(new URL(`scripts/${file}.lua`, import.meta.url), 'utf8');
  return [BOUNDS, ...['records', ...names].map(text)].join('\n');
}

/** Defines the scripts as methods of a connection. Each takes the number of its keys, the keys, and its arguments. */
export function defineScripts(redis: Redis | Cluster): void {
  for (const [name, lua] of Object.entries(SCRIPTS)) redis.defineCommand(name, { lua });
}
