import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type FoundCounters, inspectCounters } from '../../quota/embedded/inspect-counters.ts';
import { readMark } from '../../quota/journal/mark.ts';
import { adoptInstallation, readInstallation } from '../../records/installation-row.ts';
import { findDamage } from '../../values/sqlite-damage.ts';
import { findLogDamage } from '../../values/sqlite-log.ts';
import { CannotRecover, type RecoverPlace, type RecoverPlan } from './plan.ts';
import { usingRecords } from './recover-counters.ts';
import { copyAside, withLog } from './set-aside.ts';

/** Goes on with the records that are there: older ones, or those before the damage in their log. */
export async function planRecords(place: RecoverPlace): Promise<RecoverPlan> {
  const { dataDir, recordsAreHere, redisUrl, openRecords, aside } = place;
  const path = join(dataDir, 'records.sqlite');
  const damage = recordsAreHere ? findLogDamage(`${path}-wal`) : null;
  if (recordsAreHere) refuseUnusable(path, damage !== null);
  const found = redisUrl === null ? inspectCounters(join(dataDir, 'counters.sqlite')) : null;
  const owner = found?.file?.owner ?? null;
  const marks = [found?.journal.mark ?? null, readMark(join(dataDir, 'journals')), owner];
  const tied = marks.filter((mark) => mark !== null);
  const newest = tied.toSorted((a, b) => b.start - a.start)[0];
  const isOne = new Set(tied.map(({ installation }) => installation)).size < 2;
  if (!isOne) throw new CannotRecover(`The counters and journals in ${dataDir} are of different installations.`);
  return {
    steps: [
      ...(damage === null
        ? []
        : [
            `Copy ${path} and its log to ${aside}.`,
            `Drop the log from byte ${damage.at} on: ${damage.commits} or more changes of the records.`,
          ]),
      `Tie the records to the counters and journals in ${dataDir}${newest === undefined ? '' : `, start ${newest.start}`}.`,
    ],
    lost: 'Lost: every change of the records since this copy or this damage, such as new keys, top-ups, plans and statements. No counted call: the counters have them.',
    async apply() {
      if (recordsAreHere) copyAside(withLog(path), aside);
      // SQLite reads its log up to the damage, and removes it when the last connection closes.
      if (damage !== null) new DatabaseSync(path).close();
      await usingRecords(openRecords, async (records) => {
        const row = await readInstallation(records.db);
        if (row === null && newest === undefined) return;
        const id = newest?.installation ?? row?.id ?? '';
        if (row !== null && row.id !== id) {
          throw new CannotRecover(
            `The records are of another installation than the counters. To use these records, run: npm run cli -- recover counters`,
          );
        }
        await adoptInstallation(records, {
          id,
          start: Math.max(row?.start ?? 0, newest?.start ?? 0),
          countersStart: redisUrl === null ? (owner?.start ?? null) : (row?.countersStart ?? null),
          journalsStart: row?.journalsStart ?? null,
          lastRecord: lastRecordOf(found),
        });
      });
    },
  };
}

function refuseUnusable(path: string, isLogDamaged: boolean): void {
  if (!existsSync(path)) {
    throw new CannotRecover(
      `${path} is missing. Put it back from a backup. Without one, its clients and keys are lost.`,
    );
  }
  // Opening a damaged log would drop what is in it.
  if (isLogDamaged) return;
  const fault = findDamage(() => new DatabaseSync(path));
  if (fault !== null) throw new CannotRecover(`${path} is damaged: ${fault}. Put a backup in its place.`);
}

function lastRecordOf(found: FoundCounters | null): number | null {
  const file = found?.file;
  return file?.owner?.stopped === true ? file.last : null;
}
