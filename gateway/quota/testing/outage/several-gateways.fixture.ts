import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { monthOf } from '../../../values/calendar.ts';
import type { Decision } from '../../admission/admission.ts';
import type { LeaseFigures } from '../../admission/lease-table.ts';
import type { Limits } from '../../contract.ts';
import { usedUnits } from '../../model/affordability.ts';
import { connectRedis } from '../../redis/connection.ts';
import type { GuardedAdmission } from '../../redis/outage/guard-admission.ts';
import { admissionOverRedis } from '../../redis/outage/guarded-admission.ts';
import { RedisStore } from '../../redis/store.ts';
import { EMPTY_CHECKPOINT, LIMITS, RESULT } from '../contract/caller.ts';

/** Gateways in this process, each with its own connections, leases and journal. */
export class Gateways {
  readonly client = randomUUID();
  limits: Limits;
  readonly #url: string;
  readonly #all: { guarded: GuardedAdmission; store: RedisStore }[] = [];

  constructor(url: string, limits: Partial<Limits>) {
    this.#url = url;
    this.limits = { ...LIMITS, ...limits };
  }

  async start(count: number): Promise<this> {
    for (let started = 0; started < count; started += 1) {
      const redis = connectRedis(this.#url);
      await redis.connect();
      const store = new RedisStore(redis);
      const guarded = await admissionOverRedis({
        ...{ redis, store, dataDir: temporaryFolder('leases'), durability: 'process', clock: Date.now },
        process: randomUUID(),
        loadCheckpoint: async () => EMPTY_CHECKPOINT,
        loadLimits: async () => this.limits,
        log: { warn: () => {} },
      });
      this.#all.push({ guarded, store });
    }
    // Leases are granted once recalls are known to arrive.
    await sleep(400);
    return this;
  }

  call(gateway: number): Promise<Decision> {
    const { client, limits } = this;
    return new Promise((resolve, reject) => {
      this.#all[gateway % this.#all.length]?.guarded.admission.admit(
        { client, limits, item: RESULT, reserve: false },
        (error, decision) => (error === null ? resolve(decision) : reject(error)),
      );
    });
  }

  /** Calls at all gateways, one after the other per caller. Returns the outcomes and how long each took. */
  async load(callers: number, calls: number, pause: number): Promise<Decision[]> {
    const decisions: Decision[] = [];
    await Promise.all(
      Array.from({ length: callers }, async (_, caller) => {
        for (let call = 0; call < calls; call += 1) {
          decisions.push(await this.call(caller));
          await sleep(pause);
        }
      }),
    );
    return decisions;
  }

  async used(): Promise<number> {
    await Promise.all(this.#all.map(({ guarded }) => guarded.admission.closeLeases()));
    const snapshot = await this.#all[0]?.store.counters(this.client, monthOf(Date.now()));
    return snapshot ? usedUnits(snapshot.counter) : 0;
  }

  /** Units that leases hold, as the store and as the gateways know it. */
  async held(): Promise<{ inStore: number; unused: number; unreported: number }> {
    const figures = this.figures();
    const sum = (of: 'unused' | 'unreported') => figures.reduce((all, one) => all + one[of], 0);
    const inStore = (await this.#all[0]?.store.held(this.client, monthOf(Date.now()), Date.now())) ?? 0;
    return { inStore, unused: sum('unused'), unreported: sum('unreported') };
  }

  /** The figures about the leases of each gateway. */
  figures(): LeaseFigures[] {
    return this.#all.map(({ guarded }) => guarded.admission.leaseFigures());
  }

  async stop(): Promise<void> {
    for (const { guarded, store } of this.#all) {
      await guarded.admission.closeLeases();
      await guarded.stop();
      await store.close();
    }
  }
}

/** Number of admitted calls. */
export function admitted(decisions: readonly Decision[]): number {
  return decisions.filter(({ verdict }) => verdict.outcome === 'admitted').length;
}
