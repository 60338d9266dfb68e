import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { OwnServer } from '../../test/support/own-server.ts';
import { startRedis } from '../../test/support/redis.ts';
import { loadCore } from '../cores.ts';

/**
 * An empty Redis with its append-only file, on the load's core: a back end of the server under test. It seldom writes
 * that file anew, as docs/operations.md advises, because all other work on that core would wait.
 */
export async function startRedisBehind(): Promise<OwnServer & { readonly pids: readonly number[] }> {
  const redis = await startRedis({ args: ['--auto-aof-rewrite-min-size', '512mb'] });
  const { pid } = redis;
  if (pid === undefined) throw new Error('the CPU of a Redis in a container cannot be counted');
  await promisify(execFile)('taskset', ['--all-tasks', '--cpu-list', '--pid', loadCore, String(pid)]);
  return { ...redis, pids: [pid] };
}
