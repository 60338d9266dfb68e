import { applyPlannedChanges } from './accounts/plan-choice.ts';
import { PlansWatch } from './accounts/plans-watch.ts';
import type { Config } from './config.ts';
import { tellOf } from './mail/queue.ts';
import { sendNotices } from './notices/send-notices.ts';
import type { GatewayLog } from './ops/logger.ts';
import { monthOf } from './quota/calendar.ts';
import { pruneChanges } from './records/changes-prune.ts';
import type { Records } from './records/records.ts';

/** How often it is looked whether something is due. A look costs nothing. */
const TICK_MS = 1_000;

const PLANS_FILE_MS = 2_000;
/** For what another machine's clock has put off into our past; the turn of a month is seen at once. */
const PLANNED_CHANGES_MS = 60_000;
const NOTICES_MS = 60_000;
const PRUNE_MS = 60 * 60 * 1_000;

/** Something to be done again and again, once an installation however many processes answer its calls. */
interface Chore {
  readonly name: string;
  readonly everyMs: number;
  /** It is done besides when this says something new. */
  readonly occasion?: (now: number) => string;
  run(now: number): Promise<unknown>;
}

export interface HousekeepingOptions {
  readonly config: Pick<Config, 'PLANS'>;
  readonly records: Records;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly log: Pick<GatewayLog, 'logger'>;
}

/**
 * Keeps the records as they should be while the gateway runs: follows the file of plans, puts clients on the plans that
 * they have chosen for the next month, tells of quotas and balances that run out, and removes changes that everybody knows. Several machines may do it at once.
 */
export class Housekeeping {
  readonly #options: HousekeepingOptions;
  readonly #chores: readonly Chore[];
  readonly #last = new Map<Chore, { readonly at: number; readonly occasion: string | undefined }>();
  readonly #failing = new Set<Chore>();
  readonly #timer: NodeJS.Timeout;
  #running: Promise<void> = Promise.resolve();
  #busy = false;

  constructor(options: HousekeepingOptions) {
    this.#options = options;
    this.#chores = choresOf(options);
    this.#timer = setInterval(() => void this.tick(), TICK_MS);
    this.#timer.unref();
  }

  /** Does what is due now. A chore that fails is tried again at the next tick; the log is told at its first failure. */
  tick(): Promise<void> {
    if (!this.#busy) {
      this.#busy = true;
      this.#running = this.#doWhatIsDue().finally(() => {
        this.#busy = false;
      });
    }
    return this.#running;
  }

  /** Ends it; settles when nothing runs any more. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  async #doWhatIsDue(): Promise<void> {
    const { clock, log } = this.#options;
    for (const chore of this.#chores) {
      const now = clock();
      const last = this.#last.get(chore);
      const occasion = chore.occasion?.(now);
      if (last !== undefined && now - last.at < chore.everyMs && occasion === last.occasion) continue;
      try {
        await chore.run(now);
        this.#last.set(chore, { at: now, occasion });
        this.#failing.delete(chore);
      } catch (error) {
        if (!this.#failing.has(chore)) log.logger.error({ err: error, chore: chore.name }, 'a chore has failed');
        this.#failing.add(chore);
      }
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
    { name: 'notices', everyMs: NOTICES_MS, run: (now) => sendNotices(records, tellOf(clock), now) },
    { name: 'changes that everybody knows', everyMs: PRUNE_MS, run: (now) => pruneChanges(records, now) },
  ];
  if (config.PLANS !== null) {
    const watch = new PlansWatch({
      path: config.PLANS,
      records,
      clock,
      changed: (plans) => logger.info({ plans }, 'plans changed'),
      refused: ({ message }) => logger.error({ reason: message }, 'the file of plans is refused, the plans stay'),
    });
    chores.push({ name: 'file of plans', everyMs: PLANS_FILE_MS, run: () => watch.look() });
  }
  return chores;
}
