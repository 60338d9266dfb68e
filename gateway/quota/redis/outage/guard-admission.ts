import { type AdmissionOptions, createAdmission } from '../../admission.ts';
import type { CounterStore } from '../../contract.ts';
import { NODE_SCHEDULE } from '../../schedule.ts';
import { UnsuitableRedis } from '../unsuitable-redis.ts';
import { Allowance } from './allowance.ts';
import { Breaker } from './breaker.ts';
import { FallbackAdmission } from './fallback-admission.ts';
import { GuardedStore } from './guarded-store.ts';
import { Journals } from './journals.ts';
import { Outages } from './outages.ts';
import { type RecallingStore, Recovery } from './recovery.ts';

export interface GuardOptions extends Omit<AdmissionOptions, 'store'> {
  readonly store: RecallingStore;
  /** Rejects while the store cannot be used. */
  readonly probe: () => Promise<void>;
  /** Where the journals lie, in a folder of their own. */
  readonly dataDir: string;
}

/** Admission by a store that may go away and come back. */
export interface GuardedAdmission {
  readonly admission: FallbackAdmission;
  /** The store for everything else: it fails at once while it is away. */
  readonly store: CounterStore;
  /** `degraded` while the store is away, or calls answered meanwhile are not counted yet. */
  state(): 'ok' | 'degraded';
  /** The store was lost, whoever noticed it. */
  lost(cause: Error): void;
  /** Ends probing and lets the journals go; what is not counted is taken over by the next process that starts here. */
  stop(): Promise<void>;
}

/**
 * Puts breaker, fallback and recovery around an admission. It is degraded from the start if the first probe fails.
 *
 * @throws UnsuitableRedis of the first probe, since that is no outage
 */
export async function guardAdmission(options: GuardOptions): Promise<GuardedAdmission> {
  const { store, probe, dataDir, process, log, clock, schedule = NODE_SCHEDULE } = options;
  const now = () => Math.floor(clock());
  const allowance = new Allowance();
  const journals = new Journals(dataDir, process);
  const breaker = new Breaker({
    schedule,
    async probe() {
      await probe();
      await outages.resolve();
    },
    opened(cause) {
      log.warn({ err: cause }, 'the counter store is away: calls are answered from an allowance and counted later');
      guarded.fail(cause);
    },
    closed() {
      log.warn({}, 'the counter store is back');
      void outages.send();
      void admission.flush();
    },
  });
  const guarded = new GuardedStore(store, breaker, (command) => outages.doubt(command));
  const admission = createAdmission({ ...options, store: guarded });
  const recovery = new Recovery({ store, guarded, admission, now, log });
  const outages = new Outages({
    journals,
    recovery,
    settled: (client, item, calls) => allowance.refill(client, item, calls),
    away: () => breaker.open,
    schedule,
    log,
  });
  try {
    await outages.inherit();
    await probe();
    await outages.resolve();
    void outages.send();
  } catch (error) {
    if (error instanceof UnsuitableRedis) {
      journals.close();
      throw error;
    }
    breaker.trip(error instanceof Error ? error : new Error(String(error)));
  }
  const takeTouched = () => recovery.touched.take();
  return {
    admission: new FallbackAdmission({ admission, breaker, allowance, outages, takeTouched, now, log }),
    store: guarded,
    state: () => (breaker.open || outages.pending ? 'degraded' : 'ok'),
    lost: (cause) => breaker.trip(cause),
    async stop() {
      breaker.end();
      await outages.close();
      journals.close();
    },
  };
}
