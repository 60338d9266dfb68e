import { cpuTime } from './cpu-time.ts';
import type { Row, RunningRow } from './row.ts';
import { checkAnswer } from './tdee-call.ts';
import type { Load } from './wrk.ts';

export interface Round {
  /** CPU microseconds of the processes under test for one call. */
  readonly cpu: number;
  /** CPU microseconds per call of the back end (Redis, a service). */
  readonly cpuBehind: number;
  readonly callsPerSecond: number;
  /** 99th percentile of the latency in milliseconds. */
  readonly p99: number;
}

export interface Schedule {
  readonly rounds: number;
  /** Seconds of load in one round of one row. */
  readonly seconds: number;
}

/** Rounds of each row by its name. */
export type Measured = ReadonlyMap<string, readonly Round[]>;

/**
 * Starts all rows, then measures them in turn, round by round (A B C A B C ...), so that a change on the machine
 * affects all of them.
 * @throws when a row answers wrongly or any call of the load fails
 */
export async function measure(rows: readonly Row[], { rounds, seconds }: Schedule, load: Load): Promise<Measured> {
  const running: [Row, RunningRow][] = [];
  try {
    for (const row of rows) running.push([row, await named(row, () => row.start())]);
    for (const [row, server] of running) {
      await named(row, async () => {
        await checkAnswer(server);
        // The first calls cost several times as much, until the code is compiled.
        await measureOnce(server, Math.max(1, Math.ceil(seconds / 2)), load);
      });
    }
    const measured = new Map(rows.map(({ name }) => [name, [] as Round[]]));
    for (let round = 0; round < rounds; round++) {
      for (const [row, server] of running) {
        const result = await named(row, () => measureOnce(server, seconds, load));
        measured.get(row.name)?.push(result);
        process.stderr.write(`round ${round + 1} of ${rounds}: ${row.name} ${result.cpu.toFixed(1)} µs a call\n`);
      }
    }
    return measured;
  } finally {
    for (const [, server] of running) await server.stop();
  }
}

async function measureOnce(server: RunningRow, seconds: number, load: Load): Promise<Round> {
  const before = { server: cpuTime(server.pids), behind: cpuTime(server.behindPids ?? []) };
  const { calls: requests, microseconds, p99, refused, broken } = await load(server, seconds);
  const after = { server: cpuTime(server.pids), behind: cpuTime(server.behindPids ?? []) };
  const calls = requests * (server.calculations ?? 1);
  if (calls === 0 || refused > 0 || broken > 0) {
    throw new Error(`of ${calls} answers ${refused} were refusals, and ${broken} calls broke off`);
  }
  return {
    cpu: (after.server - before.server) / calls,
    cpuBehind: (after.behind - before.behind) / calls,
    callsPerSecond: calls / (microseconds / 1_000_000),
    p99: p99 / 1_000,
  };
}

async function named<T>(row: Row, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new Error(`row ${row.name}`, { cause: error });
  }
}
