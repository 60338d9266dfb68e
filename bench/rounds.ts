import { NotFound } from '../test/support/find-server.ts';
import { cpuTime } from './cpu-time.ts';
import { residentMemory } from './memory.ts';
import type { PacedLoad } from './open-loop/open-loop.ts';
import type { PacedLatency } from './open-loop/run.ts';
import type { Row, RunningRow } from './row.ts';
import { coreTime, stolenSince } from './stolen-time.ts';
import { checkAnswer } from './tdee-call.ts';
import type { Load } from './wrk.ts';

export interface Round {
  /** CPU microseconds of the processes under test for one call. */
  readonly cpu: number;
  /** CPU microseconds per call of the back end (Redis, a service). */
  readonly cpuBehind: number;
  readonly callsPerSecond: number;
  /** 99th percentile of the latency at full load, in milliseconds. */
  readonly p99: number;
  /** Latency in milliseconds at a fixed rate of `PACED_SHARE` of this round's rate at full load. */
  readonly paced: PacedLatency;
  /** Percentage of the two cores' time that the host took during the load at the fixed rate. */
  readonly stolen: number;
  /** Resident memory in bytes of the processes under test, after the round. */
  readonly memory: number;
}

/** The share of a row's capacity at which the latency is measured at a fixed rate. */
export const PACED_SHARE = 0.7;

export interface Schedule {
  readonly rounds: number;
  /** Seconds of full load, and then of paced load, in one round of one row. */
  readonly seconds: number;
}

/** The two kinds of load: as many calls as the server can answer, and calls at a fixed pace. */
export interface Loads {
  readonly full: Load;
  readonly paced: PacedLoad;
}

export interface MeasuredRow {
  /** Milliseconds from the start of the server's process until it listened. */
  readonly startMs: number;
  readonly rounds: readonly Round[];
}

/** A row that did not run, because its software is not on this machine. */
export interface MissingRow {
  readonly missing: string;
}

/** The measured rows by name, and those that did not run. */
export type Measured = ReadonlyMap<string, MeasuredRow | MissingRow>;

/**
 * Starts all rows, then measures them in turn, round by round (A B C A B C ...), so that a change on the machine
 * affects all of them. A row whose software is not found says so, and the others run.
 * @throws when a row answers wrongly or any call of the load fails
 */
export async function measure(rows: readonly Row[], { rounds, seconds }: Schedule, loads: Loads): Promise<Measured> {
  const running: [Row, RunningRow][] = [];
  const missing = new Map<string, MissingRow>();
  try {
    for (const row of rows) {
      const started = await named(row, () => row.start().catch(asMissing));
      if ('missing' in started) missing.set(row.name, started);
      else running.push([row, started]);
    }
    for (const [row, server] of running) {
      await named(row, async () => {
        await checkAnswer(server);
        // The first call of a client loads its records; until the code is compiled, calls cost several times as much.
        const clients = server.headers?.length ?? 1;
        await loads.paced(server, { calls: clients, interval: 0 });
        await fullLoad(server, Math.max(1, Math.ceil(seconds / 2)), loads.full);
      });
    }
    const measured = new Map(
      running.map(([{ name }, { startMs }]) => [name, { startMs, rounds: [] as Round[] }] as const),
    );
    for (let round = 0; round < rounds; round++) {
      for (const [row, server] of running) {
        const result = await named(row, () => measureOnce(server, seconds, loads));
        measured.get(row.name)?.rounds.push(result);
        process.stderr.write(`round ${round + 1} of ${rounds}: ${row.name} ${result.cpu.toFixed(1)} µs a call\n`);
      }
    }
    return new Map<string, MeasuredRow | MissingRow>([...measured, ...missing]);
  } finally {
    for (const [, server] of running) await server.stop();
  }
}

async function measureOnce(server: RunningRow, seconds: number, { full, paced }: Loads): Promise<Round> {
  const atFullLoad = await fullLoad(server, seconds, full);
  const requestsPerSecond = atFullLoad.callsPerSecond / (server.calculations ?? 1);
  const rate = PACED_SHARE * requestsPerSecond;
  const before = coreTime();
  const latency = await paced(server, { calls: Math.ceil(rate * seconds), interval: 1_000 / rate });
  return { ...atFullLoad, paced: latency, stolen: stolenSince(before), memory: residentMemory(server.pids) };
}

type FullLoadResult = Omit<Round, 'paced' | 'stolen' | 'memory'>;

async function fullLoad(server: RunningRow, seconds: number, load: Load): Promise<FullLoadResult> {
  await server.settled?.();
  const before = { server: cpuTime(server.pids), behind: cpuTime(server.behindPids ?? []) };
  const { calls: requests, microseconds, p99, refused, broken } = await load(server, seconds);
  await server.settled?.();
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

function asMissing(error: unknown): MissingRow {
  if (error instanceof NotFound) return { missing: error.message };
  throw error;
}

async function named<T>(row: Row, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new Error(`row ${row.name}`, { cause: error });
  }
}
