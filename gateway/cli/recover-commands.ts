import { join } from 'node:path';
import { lockDataDir } from '../boot/process/data-dir-lock.ts';
import { openRecordsOf } from '../boot/process/open-records.ts';
import type { Config } from '../configuration/config.ts';
import { type CommandAnswer, type RecoverCommand, UsageError } from './command.ts';
import type { RecoverPlace, RecoverPlan } from './recover/plan.ts';

/** Loaded when needed: other commands use none of it. */
type Planner = (place: RecoverPlace) => Promise<RecoverPlan>;

const OPTIONS = { apply: 'yes does it; without it, the command only says what it would do' };

export const recoverCommands: readonly RecoverCommand[] = [
  command(
    'counters',
    'Rebuilds damaged, missing or older counters from the records and the journal.',
    async () => (await import('./recover/recover-counters.ts')).planCounters,
  ),
  command(
    'journal',
    'Goes on without damaged or missing journal records; keeps all others.',
    async () => (await import('./recover/recover-journal.ts')).planJournal,
  ),
  command(
    'records',
    'Goes on with older records, or with those before damage in their log.',
    async () => (await import('./recover/recover-records.ts')).planRecords,
  ),
  command(
    'redis',
    'Makes the Redis at REDIS_URL part of this installation.',
    async () => (await import('./recover/recover-redis.ts')).planRedis,
  ),
];

function command(part: string, summary: string, planner: () => Promise<Planner>): RecoverCommand {
  const name = `recover ${part}`;
  return {
    ...{ name, summary, parameters: [], options: OPTIONS },
    async recover({ config, options: { apply = 'no' }, now }) {
      if (apply !== 'yes' && apply !== 'no') throw new UsageError(`--apply must be yes or no, not "${apply}"`);
      const lock = lockDataDir(config.DATA_DIR);
      try {
        const plan = await (await planner())(placeOf(config, now));
        if (apply === 'yes') await plan.apply();
        return answer(name, plan, apply === 'yes');
      } finally {
        lock.release();
      }
    },
  };
}

function placeOf(config: Config, now: number): RecoverPlace {
  return {
    dataDir: config.DATA_DIR,
    recordsAreHere: config.DATABASE_URL === null,
    redisUrl: config.REDIS_URL?.reveal() ?? null,
    openRecords: () => openRecordsOf({ ...config, REDIS_URL: null }),
    aside: join(config.DATA_DIR, 'set-aside', new Date(now).toISOString().replaceAll(/[:.]/g, '-')),
  };
}

function answer(name: string, { steps, lost }: RecoverPlan, applied: boolean): CommandAnswer {
  const end = applied
    ? 'Done. Start the gateway.'
    : `Nothing was changed. To do it, run: npm run cli -- ${name} --apply yes`;
  const heading = applied ? 'Steps taken:' : 'This would:';
  return { text: [heading, ...steps.map((step) => `- ${step}`), lost, end].join('\n'), json: { steps, lost, applied } };
}
