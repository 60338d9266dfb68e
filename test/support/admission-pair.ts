import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Loss } from '../../gateway/quota/admission/admission.ts';
import type { Item, Limits } from '../../gateway/quota/contract.ts';
import { connectRedis } from '../../gateway/quota/redis/connection.ts';
import type { GuardedAdmission } from '../../gateway/quota/redis/outage/guard-admission.ts';
import { admissionOverRedis } from '../../gateway/quota/redis/outage/guarded-admission.ts';
import { RedisStore } from '../../gateway/quota/redis/store.ts';
import { openRecords, type Records } from '../../gateway/records/records.ts';
import { readCheckpoint, saveCheckpoint, saveUsage } from '../../gateway/usage/checkpoint.ts';
import { type CheckpointLoop, startCheckpointLoop } from '../../gateway/usage/checkpoint-loop.ts';
import { Losses } from '../../gateway/usage/losses.ts';
import { monthUsage } from '../../gateway/usage/report.ts';
import { processorShare } from './processor-share.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { waitUntil } from './wait-until.ts';

const ITEM: Item = {
  ...{ charge: 1, cost: 1, key: 'key-1', family: 'key-1', cap: null },
  ...{ calculator: 'tdee', status: '2xx' },
};

export const UNLIMITED: Limits = { version: 1, quota: null, burst: null, mode: 'block', granted: 0, ceiling: null };

export interface Load {
  /** Calls by outcome; an `error` would be a 503. */
  readonly outcomes: Map<string, number>;
  /** Answered calls by client. */
  readonly answered: Map<string, number>;
  /** The 99th percentile of the time to a decision, in milliseconds. */
  p99(): number;
  /** See `processorShare`: gateways and callers are this process. */
  share(): number;
  stop(): Promise<void>;
}

/** The admission of two gateways, over one Redis and one SQLite, with a checkpoint every half second. */
export class AdmissionPair {
  readonly #records: Records;
  readonly #gateways: {
    guarded: GuardedAdmission;
    store: RedisStore;
    checkpointing: CheckpointLoop;
    losses: Losses;
  }[] = [];
  readonly #checkpointEveryMs: number;
  readonly #limits = new Map<string, Limits>();
  /** Losses of data that the two noticed. */
  readonly losses: Loss[] = [];

  private constructor(records: Records, checkpointEveryMs: number) {
    this.#records = records;
    this.#checkpointEveryMs = checkpointEveryMs;
  }

  /** @param urls the address of Redis, or one for each gateway */
  static async start(
    urls: string | readonly [string, string],
    limits: Readonly<Record<string, Limits>>,
    checkpointEveryMs = 500,
  ): Promise<AdmissionPair> {
    const pair = new AdmissionPair(await openRecords({ dataDir: temporaryFolder('pair') }), checkpointEveryMs);
    for (const [client, of] of Object.entries(limits)) pair.#limits.set(client, of);
    for (const url of typeof urls === 'string' ? [urls, urls] : urls) await pair.#start(url);
    return pair;
  }

  async #start(url: string): Promise<void> {
    const redis = connectRedis(url);
    const store = new RedisStore(redis);
    await redis.connect().catch(() => {});
    const losses = new Losses({ records: this.#records, clock: Date.now, log: { error: () => {} } });
    const guarded = await admissionOverRedis({
      redis,
      store,
      dataDir: temporaryFolder('pair-data'),
      durability: 'process',
      clock: Date.now,
      process: randomUUID(),
      loadCheckpoint: (client, month) => readCheckpoint(this.#records.db, client, month),
      loadLimits: async (client) => this.#limitsOf(client),
      log: { warn: () => {} },
      lost: (loss) => {
        this.losses.push(loss);
        losses.add(loss);
      },
    });
    const checkpointing = startCheckpointLoop({
      store: guarded.store,
      wholeEveryMs: 60_000,
      takeTouched: () => guarded.admission.takeTouched(),
      saveUsage: (pages) => saveUsage(this.#records, pages),
      flush: () => guarded.admission.flush(),
      save: async (snapshots) => {
        for (const held of await saveCheckpoint(this.#records, ...snapshots)) guarded.admission.checkpointed(held);
      },
      onError: () => {},
      everyMs: this.#checkpointEveryMs,
    });
    this.#gateways.push({ guarded, store, checkpointing, losses });
  }

  states(): string[] {
    return this.#gateways.map(({ guarded }) => guarded.state());
  }

  /** Calls decided without the store. */
  fallenBack(): number {
    return sumOf(this.#gateways.map(({ guarded }) => guarded.admission.counts.admitted));
  }

  /** Requests a call at one of the two; resolves with its outcome. */
  call(gateway: number, client: string): Promise<string> {
    const limits = this.#limitsOf(client);
    return new Promise((resolve) => {
      this.#gateways[gateway % 2]?.guarded.admission.admit(
        { client, limits, item: ITEM, reserve: false },
        (error, decision) => resolve(error === null ? decision.verdict.outcome : 'error'),
      );
    });
  }

  /** Callers that each repeat as soon as they are answered, at either gateway. */
  load(callers: number): Load {
    const clients = [...this.#limits.keys()];
    const outcomes = new Map<string, number>();
    const answered = new Map<string, number>();
    const waits: number[] = [];
    const share = processorShare(process.pid);
    let stopped = false;
    const running = Array.from({ length: callers }, async (_, caller) => {
      const client = clients[caller % clients.length] ?? '';
      while (!stopped) {
        const asked = performance.now();
        const outcome = await this.call(caller >> 1, client);
        waits.push(performance.now() - asked);
        add(outcomes, outcome);
        if (outcome === 'admitted') add(answered, client);
        // Callers are other machines, so there is network time between two calls.
        await sleep(2);
      }
    });
    return {
      outcomes,
      answered,
      share,
      p99: () => waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? 0,
      async stop() {
        stopped = true;
        await Promise.all(running);
      },
    };
  }

  /** Resolves when both are healthy and the records hold all answered calls. */
  async recovered(): Promise<void> {
    // A slow machine may open a breaker again meanwhile, and then nothing is written.
    const well = async () => ((await this.#isReported()) && (await this.checkpoint()) ? true : undefined);
    await waitUntil('recovery', well, 8_000);
  }

  /** Resolves when both are healthy and Redis has counted all answered calls. */
  async reported(): Promise<void> {
    await waitUntil('the reports of both', async () => ((await this.#isReported()) ? true : undefined), 8_000);
  }

  async #isReported(): Promise<boolean> {
    await this.#closeLeases();
    const all = this.#gateways.map(({ guarded }) => guarded.admission.leaseFigures().unreported === 0);
    return all.every(Boolean) && this.states().every((state) => state === 'ok');
  }

  async #closeLeases(): Promise<void> {
    await Promise.all(this.#gateways.map(({ guarded }) => guarded.admission.closeLeases()));
  }

  /** Units that were lost, by the reports of both. */
  async lost(): Promise<number> {
    for (const { losses } of this.#gateways) await losses.report(Date.now());
    return sumOf(this.#gateways.map(({ losses }) => losses.figures.lost));
  }

  /** Whether one could write all its counts. */
  async checkpointOf(gateway: number): Promise<boolean> {
    await this.#gateways[gateway]?.guarded.admission.closeLeases();
    return (await this.#gateways[gateway]?.checkpointing.checkpointNow()) ?? false;
  }

  /** Whether both could write all their counts. */
  async checkpoint(): Promise<boolean> {
    await this.#closeLeases();
    const checkpointed = await Promise.all(this.#gateways.map(({ checkpointing }) => checkpointing.checkpointNow()));
    return checkpointed.every(Boolean);
  }

  /** Units of a client in the records. */
  async counted(client: string): Promise<number> {
    const month = new Date().toISOString().slice(0, 7);
    return (await monthUsage(this.#records.db, client, month)).used;
  }

  async stop(): Promise<void> {
    for (const { guarded, store, checkpointing } of this.#gateways) {
      await checkpointing.stop();
      await guarded.stop();
      await store.close();
    }
    await this.#records.close();
  }

  #limitsOf(client: string): Limits {
    const limits = this.#limits.get(client);
    if (limits === undefined) throw new Error(`no limits of ${client}`);
    return limits;
  }
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
