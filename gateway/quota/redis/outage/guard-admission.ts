import { join } from 'node:path';
import { Admission, type AdmissionOptions, type Recalls } from '../../admission/admission.ts';
import { NODE_SCHEDULE } from '../../admission/schedule.ts';
import type { CounterStore, RecallingStore } from '../../contract.ts';
import type { Durability } from '../../journal/journal.ts';
import { Journals } from '../journal/journals.ts';
import { ProcessJournal } from '../journal/process-journal.ts';
import { UnsuitableRedis } from '../unsuitable-redis.ts';
import { Allowance } from './allowance.ts';
import { AllowanceBook } from './allowance-book.ts';
import { RedisBreaker } from './breaker.ts';
import { FallbackAdmission, type FallbackCounts } from './fallback-admission.ts';
import { GuardedStore } from './guarded-store.ts';
import { HoldSweep } from './hold-sweep.ts';
import { OutageCalls } from './outage-calls.ts';
import { Outages } from './outages.ts';
import { Recovery } from './recovery.ts';

export interface GuardOptions extends Omit<AdmissionOptions, 'store' | 'leases'> {
  readonly store: RecallingStore;
  /** Rejects while the store is unusable. */
  readonly probe: () => Promise<void>;
  /** Whether an error of the store concerns one client only. */
  readonly concernsOneClient: (error: unknown) => boolean;
  /** The folder that contains the folder of the journals. */
  readonly dataDir: string;
  /** Set if processes use leases: how recalls reach this process. */
  readonly recalls?: Recalls;
  readonly durability: Durability;
}

/** Figures about outages of the store. */
export interface OutageFigures {
  /** Whether calls are decided without the store right now. */
  readonly away: boolean;
  /** Number of outages since the start. */
  readonly openings: number;
  /** Calls decided without the store since the start. */
  readonly fallback: FallbackCounts;
  /** Answered calls in journals that are not known to be counted. */
  readonly uncounted: number;
  /** Calls counted after an outage, since the start. */
  readonly counted: number;
}

/** Admission over a store that may go away and come back. */
export interface GuardedAdmission {
  readonly admission: FallbackAdmission;
  /** The store for all other uses. It fails at once while the store is away. */
  readonly store: CounterStore;
  /** `degraded` while the store is away or calls answered meanwhile are not counted yet. */
  state(): 'ok' | 'degraded';
  figures(): OutageFigures;
  /** Reports that the store is lost. */
  lost(cause: Error): void;
  /** Stops probing and releases the journals. The next process that starts here counts the remaining calls. */
  stop(): Promise<void>;
}

/**
 * Wraps an admission with breaker, fallback and recovery. It starts degraded if the first probe fails.
 *
 * @throws UnsuitableRedis from the first probe, because that is no outage
 */
export async function guardAdmission(options: GuardOptions): Promise<GuardedAdmission> {
  const {
    store,
    probe,
    concernsOneClient,
    dataDir,
    durability,
    process,
    log,
    clock,
    schedule = NODE_SCHEDULE,
  } = options;
  const now = () => Math.floor(clock());
  const book = new AllowanceBook(join(dataDir, 'allowance.sqlite'));
  const allowance = new Allowance(book, process);
  const release = (ended: string) => {
    try {
      book.release(ended);
    } catch (error) {
      log.warn({ err: error }, 'the allowance of an outage is not renewed before the next month');
    }
  };
  const journals = new Journals(dataDir, process, {
    missing: (records) => log.warn({ ...records }, 'journal records are missing: the calls answered in them are lost'),
    counted: (ended) => release(ended),
  });
  let lastReason = '';
  const breaker = new RedisBreaker({
    schedule,
    async probe() {
      try {
        await probe();
        await outages.resolve();
      } catch (error) {
        const reason = String(error);
        if (reason !== lastReason) log.warn({ err: error }, 'the counter store cannot be used yet');
        lastReason = reason;
        throw error;
      }
    },
    opened(cause) {
      log.warn({ err: cause }, 'the counter store is away: calls are answered from an allowance and counted later');
      lastReason = '';
      guarded.fail(cause);
    },
    closed() {
      log.warn({}, 'the counter store is back');
      void outages.send();
      void admission.flush();
    },
  });
  const guarded = new GuardedStore({
    store,
    breaker,
    lost: (command) => calls.doubt(command),
    concernsOneClient,
    schedule,
  });
  const journal = new ProcessJournal({
    folder: journals.own,
    durability,
    syncFailed: (error) =>
      log.warn({ err: error }, 'the disk failed to store answered calls; they will be written again'),
  });
  const calls = new OutageCalls({ process, journal, schedule });
  const { recalls } = options;
  const admission = new Admission({
    ...options,
    store: guarded,
    ...(recalls && { leases: { journal, recalls, wall: Date.now, monotonic: () => performance.now() } }),
  });
  const recovery = new Recovery({ store, guarded, admission, concernsOneClient, now, log });
  const outages = new Outages({
    ...{ own: calls, journals, recovery },
    counted: () => {
      allowance.counted();
      release(process);
      journal.compact();
    },
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
      outages.close();
      journals.close();
      book.close();
      throw error;
    }
    breaker.trip(error instanceof Error ? error : new Error(String(error)));
  }
  const takeTouched = () => recovery.touched.take();
  const sweep = new HoldSweep({ store: guarded, touched: recovery.touched, away: () => breaker.open, schedule, log });
  sweep.start();
  const fallback = new FallbackAdmission({
    admission,
    breaker,
    allowance,
    calls,
    outages,
    concernsOneClient,
    takeTouched,
    now,
    log,
  });
  return {
    admission: fallback,
    store: guarded,
    state: () => (breaker.open || outages.pending ? 'degraded' : 'ok'),
    figures: () => ({
      away: breaker.open,
      openings: breaker.openings,
      fallback: fallback.counts,
      uncounted: outages.uncounted,
      counted: recovery.counted,
    }),
    lost: (cause) => breaker.trip(cause),
    async stop() {
      breaker.end();
      sweep.stop();
      outages.close();
      calls.flush();
      await journal.close();
      journals.close();
      book.close();
    },
  };
}
