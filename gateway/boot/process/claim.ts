import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../configuration/config.ts';
import { checkCounterJournal, inspectCounters } from '../../quota/embedded/inspect-counters.ts';
import { checkJournal } from '../../quota/journal/check-journal.ts';
import { readMark, writeMark } from '../../quota/journal/mark.ts';
import { beginStart, type InstallationRow, journalsMarked, readInstallation } from '../../records/installation-row.ts';
import type { Records } from '../../records/records.ts';
import { InstallationDamaged } from '../../values/installation-damaged.ts';
import type { InstallationStart } from '../../values/installation-start.ts';
import { checkCounters, checkLastRecord, checkTied } from './agreement.ts';

/**
 * Checks that records, counters and journals belong together, and begins a start. Files of earlier releases are tied
 * now. The folder must be locked.
 *
 * @throws InstallationDamaged naming what is damaged, missing, older, or of another installation
 */
export async function claimInstallation(config: Config, records: Records): Promise<InstallationStart> {
  const { DATA_DIR, REDIS_URL } = config;
  const row = await readInstallation(records.db);
  const place = records.dataDir === null ? 'the database of the records' : join(DATA_DIR, 'records.sqlite');
  const journals = join(DATA_DIR, 'journals');
  if (REDIS_URL === null) {
    const found = inspectCounters(join(DATA_DIR, 'counters.sqlite'));
    checkCounters(row, place, found);
    checkLastRecord(row, found, checkCounterJournal(found));
  } else {
    checkJournalsForRedis(row, place, journals);
  }
  const started = await beginStart(records);
  // Several gateways share the records in PostgreSQL if their counters are in Redis.
  if (records.dataDir !== null || REDIS_URL === null) records.ownedBy(started.start);
  if (REDIS_URL !== null) {
    mkdirSync(journals, { recursive: true, mode: 0o700 });
    writeMark(journals, started);
    if (records.dataDir !== null) await journalsMarked(records, started.start);
  }
  return started;
}

/** Journals of processes that died: calls of leases, and of outages of Redis. */
function checkJournalsForRedis(row: InstallationRow | null, place: string, folder: string): void {
  const mark = readMark(folder);
  if (mark !== null && row !== null) checkTied(row, place, folder, mark);
  if (mark !== null && row === null) {
    throw new InstallationDamaged(
      `${place} is older than ${folder}. Put the newer records back, or go on with these: npm run cli -- recover records`,
    );
  }
  if (mark === null && row !== null && row.journalsStart !== null) {
    throw new InstallationDamaged(
      `${folder} is missing, but ${place} was used with it. Put it back, or go on without it: npm run cli -- recover journal`,
    );
  }
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    if (/\.(outage|leases)$/.test(name)) checkJournal(join(folder, name), null);
  }
}
