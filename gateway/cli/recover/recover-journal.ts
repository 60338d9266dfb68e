import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { bringInReadable } from '../../quota/embedded/bring-in.ts';
import { openCounterFile } from '../../quota/embedded/embedded-schema.ts';
import { CounterTables } from '../../quota/embedded/embedded-tables.ts';
import { inspectCounters } from '../../quota/embedded/inspect-counters.ts';
import { writeMark } from '../../quota/journal/mark.ts';
import { firstOf, type MissingRecords, readSegment, segmentPaths } from '../../quota/journal/segments.ts';
import { adoptInstallation, beginStart, readInstallation } from '../../records/installation-row.ts';
import { CannotRecover, type RecoverPlace, type RecoverPlan } from './plan.ts';
import { usingRecords } from './recover-counters.ts';
import { planOutageJournals } from './recover-outage-journals.ts';
import { moveAside } from './set-aside.ts';

/** Brings every whole record of the journal into the counters, and goes on without the rest. */
export async function planJournal(place: RecoverPlace): Promise<RecoverPlan> {
  const { dataDir, redisUrl, openRecords, aside } = place;
  if (redisUrl !== null) return planOutageJournals(place);
  const path = join(dataDir, 'counters.sqlite');
  const { file, journal } = inspectCounters(path);
  if (file === null) throw new CannotRecover(`${path} is missing. Run this first: npm run cli -- recover counters`);
  const { folder, mark } = journal;
  const row = await usingRecords(openRecords, (records) => readInstallation(records.db));
  const isForeign = mark !== null && row !== null && mark.installation !== row.id;
  const segments = existsSync(folder) ? segmentPaths(folder) : [];
  const { whole, missing } = isForeign ? { whole: 0, missing: [] } : countRecords(segments, file.last);
  return {
    steps: [
      ...missing.map(describe),
      ...(isForeign ? [`${folder} is of another installation; none of its records is used.`] : []),
      `Bring ${whole} whole records into ${path}.`,
      ...(segments.length === 0 ? [] : [`Move ${segments.length} segments from ${folder} to ${aside}.`]),
    ],
    lost:
      segments.length === 0
        ? 'Lost at most: calls that were counted after the last checkpoint, which is at most ten seconds older than the end of the gateway, and were only in the missing journal.'
        : 'Lost at most: calls in the records above that no later record repeats. A record holds the totals of its clients, so the next call of the same client in the same month repeats them.',
    async apply() {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      await usingRecords(openRecords, async (records) => {
        const known = (await readInstallation(records.db)) ?? null;
        const { installation, start } =
          known === null ? await beginStart(records) : { installation: known.id, start: known.start };
        const db = openCounterFile(path);
        try {
          const tables = new CounterTables(db);
          if (!isForeign) bringInReadable(db, tables, segments);
          const lastRecord = tables.lastRecord();
          writeMark(folder, { installation, start });
          tables.writeOwner({ installation, start, stopped: true });
          const journalsStart = known?.journalsStart ?? null;
          await adoptInstallation(records, {
            id: installation,
            start,
            countersStart: start,
            journalsStart,
            lastRecord,
          });
        } finally {
          db.close();
        }
      });
      moveAside(segments, aside);
    },
  };
}

/** Whole records behind `last`, and what is missing between them. */
function countRecords(segments: readonly string[], last: number) {
  const missing: MissingRecords[] = [];
  let whole = 0;
  let found = last;
  for (const path of segments) {
    const first = firstOf(path);
    if (first > found + 1) missing.push({ path, at: null, first: found + 1, last: first - 1 });
    found = Math.max(found, first - 1);
    for (const { number } of readSegment(path, found, (records) => missing.push(records))) {
      found = number;
      whole += 1;
    }
  }
  return { whole, missing };
}

function describe({ path, at, first, last }: MissingRecords): string {
  const records = last === null ? `records from ${first} on` : `records ${first} to ${last}`;
  return at === null ? `${path}: ${records} before it are missing.` : `${path}: ${records} are damaged, at byte ${at}.`;
}
