import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { calculatorReport, timeCalculators } from './calculators.ts';
import { openLoop } from './open-loop/open-loop.ts';
import { measure } from './rounds.ts';
import type { Row } from './row.ts';
import { bare } from './rows/bare.ts';
import { express } from './rows/express.ts';
import { naiveRedis } from './rows/naive-redis.ts';
import { nginx } from './rows/nginx.ts';
import { nginxLuaRedis, nginxLuaRedisService } from './rows/nginx-lua-redis.ts';
import { oursBatch1, oursBatch100 } from './rows/ours-batch.ts';
import { oursEmbedded1, oursEmbedded1000, oursEmbedded10000, oursEmbeddedPower } from './rows/ours-embedded.ts';
import { oursRedis1, oursRedis1000, oursRedis10000 } from './rows/ours-redis.ts';
import { oursRemote } from './rows/ours-remote.ts';
import { oursUpstream } from './rows/ours-upstream.ts';
import { oursWorker } from './rows/ours-worker.ts';
import { plainProxy } from './rows/plain-proxy.ts';
import { bounds, boundsTable } from './scale/bounds.ts';
import { clientsTable, measureBare, measureClientsInTurn } from './scale/clients-in-turn.ts';
import { startTimes } from './scale/start-time.ts';
import { measureWorkers, workersTable } from './scale/workers.ts';
import { table } from './table.ts';
import { wrk } from './wrk.ts';

const all: readonly Row[] = [
  bare,
  express,
  oursEmbedded1,
  oursEmbedded1000,
  oursEmbedded10000,
  oursEmbeddedPower,
  oursBatch1,
  oursBatch100,
  oursRedis1,
  oursRedis1000,
  oursRedis10000,
  naiveRedis,
  nginxLuaRedis,
  oursRemote,
  oursUpstream,
  oursWorker,
  plainProxy,
  nginx,
  nginxLuaRedisService,
];

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    rounds: { type: 'string' },
    rows: { type: 'string' },
    calculators: { type: 'boolean' },
    scale: { type: 'boolean' },
    workers: { type: 'boolean' },
  },
});
if (values.calculators) {
  console.log(calculatorReport(await timeCalculators()));
  process.exit();
}

const loads = { full: await wrk(), paced: openLoop };
if (values.workers) {
  console.log(workersTable(await measureWorkers(loads)));
  process.exit();
}
if (values.scale) {
  const embedded = await measureClientsInTurn('embedded', loads);
  const redis = await measureClientsInTurn('redis', loads);
  const clients = [...embedded, ...redis];
  console.log(
    `${clientsTable(clients)}\n\n${boundsTable(bounds(clients, await measureBare(loads), await startTimes()))}`,
  );
  process.exit();
}

const rows = chosen(values.rows?.split(','));
const usual = values.quick ? { rounds: 3, seconds: 1 } : { rounds: 7, seconds: 5 };
const schedule = { ...usual, rounds: numberOfRounds(values.rounds) ?? usual.rounds };

const measured = await measure(rows, schedule, loads);

const day = new Date().toISOString().slice(0, 10);
const extent = `${schedule.rounds} rounds of ${schedule.seconds} s`;
console.log(
  `${day}, ${cpus()[0]?.model.trim()}, Node ${process.version}, ${extent}${values.quick ? ' (quick)' : ''}\n`,
);
console.log(table(rows, measured));

function numberOfRounds(text: string | undefined): number | undefined {
  if (text !== undefined && !/^[1-9]\d?$/.test(text)) throw new Error(`--rounds takes 1 to 99, not ${text}`);
  return text === undefined ? undefined : Number(text);
}

function chosen(names: readonly string[] | undefined): readonly Row[] {
  const unknown = names?.find((name) => !all.some((row) => row.name === name));
  if (unknown !== undefined) throw new Error(`no row ${unknown}; there are ${all.map(({ name }) => name).join(', ')}`);
  return names === undefined ? all : all.filter(({ name }) => names.includes(name));
}
