import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { applyPlannedChanges } from '../../accounts/plans/plan-choice.ts';
import { readPlansFile, syncPlans } from '../../accounts/plans/plans-file.ts';
import { type Config, ConfigurationError } from '../../configuration/config.ts';
import type { GatewayLog } from '../../operations/logger.ts';
import { databaseTime } from '../../records/database-time.ts';
import type { Records } from '../../records/records.ts';
import type { Ownership } from '../../values/installation-start.ts';
import { claimInstallation } from './claim.ts';
import { type Clocks, MACHINE_CLOCKS } from './clocks.ts';
import { CHECKED_EVERY_MS, type DataDirLock, lockDataDir } from './data-dir-lock.ts';
import { usingDisk } from './disk-errors.ts';
import { Housekeeping } from './housekeeping.ts';
import { openRecordsOf } from './open-records.ts';
import { makePrivate } from './private-files.ts';
import { checkRecordsFile } from './records-file.ts';

/** How long a start waits for the records, in milliseconds. */
const PATIENCE_MS = 30_000;

/**
 * How long a start waits for a gateway that lost its lock file to notice, in milliseconds. It notices before its next
 * write; a call that it counted before that is in the journal.
 */
const TAKEOVER_MS = 10 * CHECKED_EVERY_MS;

/** Milliseconds between looks at the lock file while no call is counted. */
const LOOK_MS = 100;

/** A locked data folder and records that are ready for gateway processes. */
export interface Installation {
  readonly records: Records;
  /** This process owns the files. */
  readonly ownership: Ownership;
  /** Closes the records and releases the folder. */
  close(): Promise<void>;
}

/**
 * Prepares an installation, once however many processes follow: locks `DATA_DIR`, checks that its files belong together,
 * migrates the records, applies the plans file, and runs housekeeping until it is closed. A gateway that loses its lock
 * file ends with exit code 1.
 *
 * @throws DataDirInUse, DataDirUnusable, InstallationDamaged, RecordsUnusable, or an error that names what is wrong with
 * the plans file
 */
export function openInstallation(config: Config, log: GatewayLog, clocks = MACHINE_CLOCKS): Promise<Installation> {
  return usingDisk(config.DATA_DIR, () => open(config, log, clocks));
}

async function open(config: Config, log: GatewayLog, clocks: Clocks): Promise<Installation> {
  const clock = clocks.wall;
  const others = makePrivate(config.DATA_DIR);
  if (others.length > 0)
    log.logger.warn(
      { paths: others },
      'other users of this machine can read these files, and their permissions could not be changed',
    );
  const lock = lockDataDir(config.DATA_DIR);
  let records: Records | undefined;
  try {
    if (lock.isNew && mayBeInUse(config.DATA_DIR)) await delay(TAKEOVER_MS);
    if (config.DATABASE_URL === null) checkRecordsFile(config.DATA_DIR);
    records = await openRecordsPatiently(config, log);
    const started = await claimInstallation(config, records);
    await refuseFinanceUsers(config, records);
    await applyPlans(config, records, log, clock);
    await applyPlannedChanges(records, await timeOf(clocks, records));
    return running(config, records, { ...started, mayWrite: lock.check }, lock, log, clocks);
  } catch (error) {
    await records?.close();
    lock.release();
    throw error;
  }
}

/** The time that decides when planned changes are due: the database's, except in tests. */
async function timeOf(clocks: Clocks, records: Records): Promise<number> {
  return clocks.servers?.() ?? databaseTime(records);
}

function running(
  config: Config,
  records: Records,
  ownership: Ownership,
  lock: DataDirLock,
  log: GatewayLog,
  clocks: Clocks,
): Installation {
  const housekeeping = new Housekeeping({
    ...{ config, records, log },
    clock: clocks.wall,
    databaseTime: () => timeOf(clocks, records),
  });
  const looking = setInterval(() => endIfLost(lock, log), LOOK_MS);
  looking.unref();
  return {
    records,
    ownership,
    async close() {
      await housekeeping.stop();
      await records.close();
      clearInterval(looking);
      lock.release();
    },
  };
}

/** Whether the folder has files that a gateway keeps open. */
function mayBeInUse(dataDir: string): boolean {
  return ['records.sqlite', 'counters.sqlite'].some((name) => existsSync(join(dataDir, name)));
}

/** Ends the process at once: an orderly stop would write into files that another gateway may own. */
function endIfLost(lock: DataDirLock, log: GatewayLog): void {
  try {
    lock.check();
  } catch (error) {
    log.logger.fatal({ err: error }, 'the gateway ends: it lost the lock of DATA_DIR');
    log.close();
    process.exit(1);
  }
}

/**
 * With `PLATFORM=off` a gateway knows only the role admin. Keys of finance users would then open calculators, so the
 * gateway refuses to start.
 *
 * @throws ConfigurationError
 */
async function refuseFinanceUsers({ PLATFORM }: Config, records: Records): Promise<void> {
  if (PLATFORM === 'on') return;
  const finance = await records.db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'finance')
    .where('removed_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (finance === undefined) return;
  throw new ConfigurationError(['PLATFORM: got "off", but there are finance users; allowed: on, or remove them first']);
}

/** Opens the records of a starting process and retries until they are reachable. @throws RecordsUnusable */
export function openRecordsPatiently(config: Config, { logger }: Pick<GatewayLog, 'logger'>): Promise<Records> {
  const waiting = (reason: string) => logger.warn({ reason }, 'waiting for the records');
  return openRecordsOf(config, { ms: PATIENCE_MS, waiting });
}

/** Updates the plans to match `PLANS_FILE`, if it is set. */
export async function applyPlans(
  { PLANS_FILE }: Pick<Config, 'PLANS_FILE'>,
  records: Records,
  { logger }: Pick<GatewayLog, 'logger'>,
  clock: () => number,
): Promise<void> {
  if (PLANS_FILE === null) return;
  const actor = { name: 'start', at: clock(), address: null };
  const changed = await syncPlans(records, actor, await readPlansFile(PLANS_FILE));
  if (changed.length > 0) logger.info({ plans: changed }, 'plans changed');
}
