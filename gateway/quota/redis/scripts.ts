import { readFileSync } from 'node:fs';
import type { Callback, Cluster, Redis, Result } from 'ioredis';

type Arguments = (string | number)[];

declare module 'ioredis' {
  interface RedisCommander<Context> {
    vitalgateAdmit(...args: [...Arguments, Callback<string>]): Result<string, Context>;
    vitalgateGiveBack(...args: Arguments): Result<string, Context>;
    vitalgateFence(...args: Arguments): Result<string, Context>;
    vitalgateWriteLimits(...args: Arguments): Result<number, Context>;
    vitalgateLoad(...args: Arguments): Result<string, Context>;
    vitalgateTally(...args: Arguments): Result<string, Context>;
    vitalgateSnapshot(...args: Arguments): Result<string[] | null, Context>;
  }
}

const SCRIPTS = {
  vitalgateAdmit: script('admit'),
  vitalgateGiveBack: script('give-back'),
  vitalgateFence: script('fence'),
  vitalgateWriteLimits: script('write-limits'),
  vitalgateLoad: script('load'),
  vitalgateTally: script('tally'),
  vitalgateSnapshot: script('snapshot'),
} as const;

function script(name: string): string {
  const text = (file: string) => readFileSync(new URL(`scripts/${file}.lua`, import.meta.url), 'utf8');
  return `${text('records')}\n${text(name)}`;
}

/** Makes the scripts methods of a connection: each takes the number of its keys, the keys, and its arguments. */
export function defineScripts(redis: Redis | Cluster): void {
  for (const [name, lua] of Object.entries(SCRIPTS)) redis.defineCommand(name, { lua });
}
