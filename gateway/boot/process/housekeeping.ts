import { applyPlannedChanges } from '../../accounts/plans/plan-choice.ts';
import { PlansWatch } from '../../accounts/plans/plans-watch.ts';
import type { Config } from '../../configuration/config.ts';
import { mailEnqueuer } from '../../mail/queue.ts';
import type { GatewayLog } from '../../operations/logger.ts';
import { pruneChanges } from '../../records/changes/changes-prune.ts';
import type { Records } from '../../records/records.ts';
import { type RetentionConfig, retentionOf } from '../../records/retention.ts';
import { sendNotices } from '../../usage/notices/send-notices.ts';
import { monthOf } from '../../values/calendar.ts';
import { pruneEnded, pruneHistory } from './prune-records.ts';

/** How often to check for due chores. A check costs almost nothing. */
const TICK_MS = 1_000;

const PLANS_FILE_MS = 2_000;
/** Catches changes scheduled in the past by another machine's clock; the turn of a month triggers the chore at once. */
const PLANNED_CHANGES_MS = 60_000;
const NOTICES_MS = 60_000;
const PRUNE_MS = 60 * 60 * 1_000;
const RETENTION_MS = 24 * 60 * 60 * 1_000;

/** A recurring task that runs once per installation, however many processes answer its calls. */
interface Chore {
  readonly name: string;
  readonly everyMs: number;
  /** Also runs when this value changes. */
  readonly occasion?: (now: number) => string;
  /**
   * @param now by the clock of the database
   * @param signal aborted when the gateway stops, so that a long chore ends early
   */
  run(now: number, signal: AbortSignal): Promise<unknown>;
}

export interface HousekeepingOptions {
  readonly config: Pick<Config, 'PLANS_FILE'> & RetentionConfig;
  readonly records: Records;
  /** The machine's clock, in milliseconds since 1970. It only says when to look. */
  readonly clock: () => number;
  /** The clock of the database: on a machine whose clock is wrong no change comes early and nothing ends too soon. */
  readonly databaseTime: () => Promise<number>;
  readonly log: Pick<GatewayLog, 'logger'>;
}

/**
 * Maintains the records while the gateway runs: follows the plans file, applies planned changes of plan, mails notices
 * about quotas and balances, and deletes expired data (changes that every process has seen, ended sessions and links,
 * usage and audit past their retention). Several machines may run it at once. Chores do not wait for each other.
 */
export class Housekeeping {
  readonly #options: HousekeepingOptions;
  readonly #chores: readonly Chore[];
  readonly #last = new Map<Chore, { readonly at: number; readonly occasion: string | undefined }>();
  readonly #failing = new Set<Chore>();
  readonly #timer: NodeJS.Timeout;
  readonly #running = new Map<Chore, Promise<void>>();
  readonly #stopping = new AbortController();

  constructor(options: HousekeepingOptions) {
    this.#options = options;
    this.#chores = choresOf(options);
    this.#timer = setInterval(() => void this.tick(), TICK_MS);
    this.#timer.unref();
  }

  /**
   * Runs the due chores; resolves when no chore is running. A failed chore is retried at the next tick; only its first
   * failure is logged.
   */
  async tick(): Promise<void> {
    const now = this.#options.clock();
    for (const chore of this.#chores) {
      if (this.#running.has(chore)) continue;
      const last = this.#last.get(chore);
      const occasion = chore.occasion?.(now);
      if (last !== undefined && now - last.at < chore.everyMs && occasion === last.occasion) continue;
      const done = this.#run(chore, now, occasion).finally(() => this.#running.delete(chore));
      this.#running.set(chore, done);
    }
    await Promise.all(this.#running.values());
  }

  /** Stops housekeeping; resolves when no chore is running. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopping.abort();
    await Promise.all(this.#running.values());
  }

  async #run(chore: Chore, now: number, occasion: string | undefined): Promise<void> {
    try {
      await chore.run(await this.#options.databaseTime(), this.#stopping.signal);
      this.#last.set(chore, { at: now, occasion });
      this.#failing.delete(chore);
    } catch (error) {
      const { logger } = this.#options.log;
      if (!this.#failing.has(chore)) logger.error({ err: error, chore: chore.name }, 'housekeeping chore failed');
      this.#failing.add(chore);
    }
  }
}

function choresOf({ config, records, clock, log: { logger } }: HousekeepingOptions): Chore[] {
  const chores: Chore[] = [
    {
      name: 'planned changes',
      everyMs: PLANNED_CHANGES_MS,
      occasion: monthOf,
      run: (now) => applyPlannedChanges(records, now),
    },
    { name: 'notices', everyMs: NOTICES_MS, run: (now) => sendNotices(records, mailEnqueuer(clock), now) },
    {
      name: 'change feed',
      everyMs: PRUNE_MS,
      run: (now, signal) => pruneChanges({ records, signal }, now),
    },
    { name: 'ended sessions and links', everyMs: PRUNE_MS, run: (now, signal) => pruneEnded({ records, signal }, now) },
    {
      name: 'retention',
      everyMs: RETENTION_MS,
      run: (now, signal) => pruneHistory({ records, signal }, retentionOf(config), now),
    },
  ];
  if (config.PLANS_FILE !== null) {
    const watch = new PlansWatch({
      path: config.PLANS_FILE,
      records,
      clock,
      changed: (plans) => logger.info({ plans }, 'plans changed'),
      refused: ({ message }) => logger.error({ reason: message }, 'plans file refused, plans unchanged'),
    });
    chores.push({ name: 'plans file', everyMs: PLANS_FILE_MS, run: () => watch.look() });
  }
  return chores;
}
