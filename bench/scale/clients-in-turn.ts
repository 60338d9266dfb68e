import pg from 'pg';
import { startGateway } from '../../test/support/gateway.ts';
import { startPostgres } from '../../test/support/postgres.ts';
import { createClients } from '../clients.ts';
import { pinnedToServerCore } from '../cores.ts';
import { cpuTime } from '../cpu-time.ts';
import { residentMemory } from '../memory.ts';
import type { Loads } from '../rounds.ts';
import { bare } from '../rows/bare.ts';
import { journalRead } from '../servers/journal.ts';
import { startRedisBehind } from '../servers/redis.ts';
import { ofTheImage } from '../servers/start.ts';
import { tdeePath } from '../tdee-call.ts';

/** Numbers of clients whose calls take turns. */
const CLIENTS = [1_000, 5_000, 20_000, 50_000, 100_000];

/** Seconds of load before the measurement. */
const WARM_UP_SECONDS = 10;

/**
 * Seconds of load that are measured. A checkpoint follows each ten or so, and the last one after the load counts too: in a
 * short load it would count twice.
 */
const SECONDS = 30;

/** Where the gateway keeps its records and counters. */
export type Place = 'embedded' | 'redis';

/** What a call costs with many clients. */
export interface ClientsInTurn {
  readonly place: Place;
  readonly clients: number;
  /** CPU microseconds of the first call of a client. */
  readonly first: number;
  /** CPU microseconds of a later call while all clients call in turn, with those of bringing it into the tables. */
  readonly inTurn: number;
  /** CPU microseconds of Redis per call. */
  readonly behind: number;
  /** Resident memory in bytes after the load. */
  readonly memory: number;
}

/** Measures the gateway with growing numbers of clients, each number in a new gateway. */
export async function measureClientsInTurn(place: Place, loads: Loads): Promise<ClientsInTurn[]> {
  const measured: ClientsInTurn[] = [];
  for (const clients of CLIENTS) {
    measured.push(await measureClients(place, clients, loads));
    process.stderr.write(`${place}: ${clients} clients, ${measured.at(-1)?.inTurn.toFixed(1)} µs a call\n`);
  }
  return measured;
}

/** CPU microseconds of a call to bare `node:http`. */
export async function measureBare({ full }: Loads): Promise<number> {
  const { url, pids, stop } = await bare.start();
  try {
    await full({ url }, 3);
    const start = cpuTime(pids);
    const { calls } = await full({ url }, SECONDS);
    return (cpuTime(pids) - start) / calls;
  } finally {
    await stop();
  }
}

async function measureClients(place: Place, clients: number, { full, paced }: Loads): Promise<ClientsInTurn> {
  const gateway = await started(place);
  const { pid, behindPids } = gateway;
  try {
    const url = `${gateway.baseUrl}${tdeePath('/api/v1/tdee')}`;
    const keys = await createClients(gateway.records, clients);
    await gateway.settle();
    // Compiles the code with one client.
    await full({ url, headers: [{ 'X-API-Key': gateway.key }] }, 3);
    const headers = keys.map((text) => ({ 'X-API-Key': text }));
    const target = { url, headers };
    const before = cpuTime([pid]);
    await paced(target, { calls: clients, interval: 0 });
    const first = (cpuTime([pid]) - before) / clients;
    await full(target, WARM_UP_SECONDS);
    await gateway.readJournal();
    const start = { server: cpuTime([pid]), behind: cpuTime(behindPids) };
    const { calls, refused, broken } = await full(target, SECONDS);
    const memory = residentMemory([pid]);
    await gateway.readJournal();
    if (refused + broken > 0) throw new Error(`${refused} answers were refusals, and ${broken} calls broke off`);
    const inTurn = (cpuTime([pid]) - start.server) / calls;
    const behind = (cpuTime(behindPids) - start.behind) / calls;
    return { place, clients, first, inTurn, behind, memory };
  } finally {
    await gateway.stop();
  }
}

/**
 * Does what PostgreSQL would do in the background after thousands of new rows, in the middle of the measurement. Until
 * then it also reads whole tables for each key, and can take more than a second for one.
 */
async function settled(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('VACUUM ANALYZE');
  await client.query('CHECKPOINT');
  await client.end();
}

async function started(place: Place) {
  if (place === 'embedded') {
    const gateway = await startGateway({ prefix: pinnedToServerCore });
    return {
      ...gateway,
      records: { dataDir: gateway.dataDir },
      behindPids: [],
      settle: async () => {},
      readJournal: () => journalRead(gateway.dataDir),
    };
  }
  const [redis, postgres] = await Promise.all([startRedisBehind(), startPostgres()]);
  const gateway = await startGateway({
    entry: ofTheImage,
    env: { REDIS_URL: redis.url, DATABASE_URL: postgres.url },
    prefix: pinnedToServerCore,
  });
  return {
    ...gateway,
    records: { databaseUrl: postgres.url },
    behindPids: redis.pids,
    settle: () => settled(postgres.url),
    readJournal: async () => {},
    async stop() {
      await gateway.stop();
      await Promise.all([redis.stop(), postgres.stop()]);
    },
  };
}

/** The measurements as a Markdown table. */
export function clientsTable(measured: readonly ClientsInTurn[]): string {
  const head = ['records and counters', 'clients', 'first call µs', 'in turn µs', 'Redis µs', 'memory MB'];
  const rows = measured.map(({ place, clients, first, inTurn, behind, memory }) => [
    place === 'embedded' ? 'embedded' : 'PostgreSQL and Redis',
    clients.toLocaleString('en'),
    first.toFixed(0),
    inTurn.toFixed(1),
    behind === 0 ? '' : behind.toFixed(1),
    (memory / 1_000_000).toFixed(0),
  ]);
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
