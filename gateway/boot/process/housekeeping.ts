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

/** How often it is looked whether something is due. A look costs nothing. */
const TICK_MS = 1_000;

const PLANS_FILE_MS = 2_000;
/** For what another machine's clock has put off into our past; the turn of a month is seen at once. */
const PLANNED_CHANGES_MS = 60_000;
const NOTICES_MS = 60_000;
const PRUNE_MS = 60 * 60 * 1_000;
const RETENTION_MS = 24 * 60 * 60 * 1_000;

/** A recurring task, done once an installation however many processes answer its calls. */
interface Chore {
  readonly name: string;
  readonly everyMs: number;
  /** Also runs when this value changes. */
  readonly occasion?: (now: number) => string;
  /** @param signal aborted when the gateway stops: a long chore ends early then */
  run(now: number, signal: AbortSignal): Promise<unknown>;
}

export interface HousekeepingOptions {
  readonly config: Pick<Config, 'PLANS_FILE'> & RetentionConfig;
  readonly records: Records;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly log: Pick<GatewayLog, 'logger'>;
}

/**
 * Keeps the records as they should be while the gateway runs: follows the file of plans, puts clients on the plans that
 * they have chosen for the next month, tells of quotas and balances that run out, and removes what is over: changes that
 * every process knows, ended sessions and links, usage and audit older than they are kept. Several machines may do it at
 * once. A chore does not wait for another one.
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
   * Does what is due now; settles when no chore runs any more. A chore that fails is tried again at the next tick; the log
   * is told at its first failure.
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

  /** Ends it; settles when nothing runs any more. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopping.abort();
    await Promise.all(this.#running.values());
  }

  async #run(chore: Chore, now: number, occasion: string | undefined): Promise<void> {
    try {
      await chore.run(now, this.#stopping.signal);
      this.#last.set(chore, { at: now, occasion });
      this.#failing.delete(chore);
    } catch (error) {
      const { logger } = this.#options.log;
      if (!this.#failing.has(chore)) logger.error({ err: error, chore: chore.name }, 'a chore has failed');
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
      name: 'changes that every process knows',
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
      refused: ({ message }) => logger.error({ reason: message }, 'the file of plans is refused, the plans stay'),
    });
    chores.push({ name: 'file of plans', everyMs: PLANS_FILE_MS, run: () => watch.look() });
  }
  return chores;
}
