import { join } from 'node:path';
import { startGateway } from '../../test/support/gateway.ts';
import { startPostgres } from '../../test/support/postgres.ts';
import { cpuTime } from '../cpu-time.ts';
import type { Loads } from '../rounds.ts';
import { startRedisBehind } from '../servers/redis.ts';
import { ofTheImage } from '../servers/start.ts';
import { tdeePath } from '../tdee-call.ts';

const SECONDS = 5;

/** What several processes on one port cost. */
export interface WorkersMeasured {
  readonly server: string;
  /** Calls a second, and CPU microseconds a call, over connections that stay open. */
  readonly kept: Measured;
  /** The same with a new connection for every call. */
  readonly closed: Measured;
}

interface Measured {
  readonly perSecond: number;
  readonly cpu: number;
}

interface Running {
  readonly url: string;
  readonly key?: string;
  readonly pid: number;
  stop(): Promise<unknown>;
}

/**
 * Measures the gateway with one and two workers, and the ways to hand a connection to one of two bare servers. The
 * servers may use all cores, also the one of the load.
 */
export async function measureWorkers({ full }: Pick<Loads, 'full'>): Promise<WorkersMeasured[]> {
  const servers: [string, () => Promise<Running>][] = [
    ['gateway, 1 worker', () => gateway(1)],
    ['gateway, 2 workers', () => gateway(2)],
    ['2 bare servers, the parent accepts and passes on', () => bare('turn')],
    ['2 bare servers, one queue', () => bare('shared')],
    ['2 bare servers, a queue each (`SO_REUSEPORT`)', () => bare('reuse-port')],
  ];
  const measured: WorkersMeasured[] = [];
  for (const [server, start] of servers) {
    const { url, key, pid, stop } = await start();
    const caller = key === undefined ? {} : { 'X-API-Key': key };
    const load = async (headers: Readonly<Record<string, string>>): Promise<Measured> => {
      await full({ url, headers: [headers] }, 2);
      const before = cpuTime([pid]);
      const { calls, microseconds } = await full({ url, headers: [headers] }, SECONDS);
      return { perSecond: (calls * 1_000_000) / microseconds, cpu: (cpuTime([pid]) - before) / calls };
    };
    const kept = await load(caller);
    measured.push({ server, kept, closed: await load({ ...caller, Connection: 'close' }) });
    await stop();
  }
  return measured;
}

async function gateway(workers: number): Promise<Running> {
  const [redis, postgres] = await Promise.all([startRedisBehind(), startPostgres()]);
  const { baseUrl, key, pid, stop } = await startGateway({
    entry: ofTheImage,
    env: { REDIS_URL: redis.url, DATABASE_URL: postgres.url, WORKERS: String(workers) },
  });
  return {
    url: `${baseUrl}${tdeePath('/api/v1/tdee')}`,
    key,
    pid,
    async stop() {
      await stop();
      await Promise.all([redis.stop(), postgres.stop()]);
    },
  };
}

async function bare(handover: string): Promise<Running> {
  const entry = join(import.meta.dirname, '../servers/bare-workers.ts');
  const { baseUrl, pid, stop } = await startGateway({ entry, env: { HANDOVER: handover } });
  return { url: `${baseUrl}/`, pid, stop };
}

/** The measurements as a Markdown table. */
export function workersTable(measured: readonly WorkersMeasured[]): string {
  const head = ['server', 'calls a second', 'CPU µs a call', 'calls a second, a connection each', 'CPU µs a call'];
  const rows = measured.map(({ server, kept, closed }) => [
    server,
    ...[kept, closed].flatMap(({ perSecond, cpu }) => [Math.round(perSecond).toLocaleString('en'), cpu.toFixed(1)]),
  ]);
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
