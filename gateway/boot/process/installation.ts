import { applyPlannedChanges } from '../../accounts/plans/plan-choice.ts';
import { readPlansFile, syncPlans } from '../../accounts/plans/plans-file.ts';
import { type Config, ConfigurationError } from '../../configuration/config.ts';
import type { GatewayLog } from '../../operations/logger.ts';
import { databaseTime } from '../../records/database-time.ts';
import type { Records } from '../../records/records.ts';
import { MACHINE_CLOCKS } from './clocks.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { Housekeeping } from './housekeeping.ts';
import { openRecordsOf } from './open-records.ts';
import { makePrivate } from './private-files.ts';

/** How long a start waits for the records, in milliseconds. */
const PATIENCE_MS = 30_000;

/** A locked data folder and records that are ready for gateway processes. */
export interface Installation {
  readonly records: Records;
  /** Closes the records and releases the folder. */
  close(): Promise<void>;
}

/**
 * Prepares an installation, once however many processes follow: locks `DATA_DIR`, migrates the records, applies the
 * plans file, and runs housekeeping until it is closed.
 *
 * @throws DataDirInUse, RecordsUnusable, or an error that names what is wrong with the plans file
 */
export async function openInstallation(
  config: Config,
  log: GatewayLog,
  clocks = MACHINE_CLOCKS,
): Promise<Installation> {
  const clock = clocks.wall;
  const open = makePrivate(config.DATA_DIR);
  if (open.length > 0)
    log.logger.warn(
      { paths: open },
      'other users of this machine can read these files, and their permissions could not be changed',
    );
  const unlock = lockDataDir(config.DATA_DIR);
  const records = await openRecordsPatiently(config, log);
  const timeOf = async () => clocks.servers?.() ?? databaseTime(records);
  try {
    await refuseFinanceUsers(config, records);
    await applyPlans(config, records, log, clock);
    await applyPlannedChanges(records, await timeOf());
  } catch (error) {
    await records.close();
    unlock();
    throw error;
  }
  const housekeeping = new Housekeeping({ config, records, clock, databaseTime: timeOf, log });
  return {
    records,
    async close() {
      await housekeeping.stop();
      await records.close();
      unlock();
    },
  };
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
  return openRecordsOf(config, { ms: PATIENCE_MS, waiting }, 'thread');
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
