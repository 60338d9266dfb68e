import { parseArgs } from 'node:util';
import { startPostgres } from '../support/postgres.ts';
import { startRedis } from '../support/redis.ts';
import { DOORS, run } from './run.ts';
import { reportText } from './table.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    calls: { type: 'string' },
    seed: { type: 'string' },
    from: { type: 'string', default: '0' },
    doors: { type: 'string' },
    stores: { type: 'string', default: 'embedded' },
    limit: { type: 'string', default: '250' },
  },
});

const names = values.doors?.split(',');
const unknown = names?.find((name) => !DOORS.some((door) => door.name === name));
if (unknown !== undefined) throw new Error(`no door ${unknown}; there are ${DOORS.map(({ name }) => name).join(', ')}`);
const doors = DOORS.filter(({ name }) => names === undefined || names.includes(name));

/** More than a machine can make in a minute: the time limit ends the run, and there are enough tenants. */
const CALLS_A_MINUTE = 200_000;

const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed);
const minutes = values.minutes === undefined ? null : Number(values.minutes);
const calls = values.calls === undefined ? Math.ceil((minutes ?? 1) * CALLS_A_MINUTE) : Number(values.calls);
const redis = values.stores === 'redis' ? await startRedis() : null;
const postgres = values.stores === 'redis' ? await startPostgres() : null;
try {
  const report = await run({
    seed,
    calls,
    from: Number(values.from),
    doors,
    limitMs: Number(values.limit),
    ...(values.calls === undefined || minutes !== null ? { until: Date.now() + (minutes ?? 1) * 60_000 } : {}),
    ...(redis && postgres ? { stores: { REDIS_URL: redis.url, DATABASE_URL: postgres.url } } : {}),
    onProgress: (done) => console.error(`${done} calls`),
  });
  console.log(reportText(report, seed));
  process.exitCode = report.violationCount === 0 ? 0 : 1;
} finally {
  await redis?.stop();
  await postgres?.stop();
}
