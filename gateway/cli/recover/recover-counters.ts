import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { journalFolder } from '../../quota/embedded/counter-journal.ts';
import { openCounterFile } from '../../quota/embedded/embedded-schema.ts';
import { CounterTables } from '../../quota/embedded/embedded-tables.ts';
import { readMark, writeMark } from '../../quota/journal/mark.ts';
import { firstOf, segmentPaths } from '../../quota/journal/segments.ts';
import { adoptInstallation, beginStart, readInstallation } from '../../records/installation-row.ts';
import type { Records } from '../../records/records.ts';
import { CannotRecover, type RecoverPlace, type RecoverPlan } from './plan.ts';
import { moveAside, withLog } from './set-aside.ts';

/**
 * Replaces the counter file by an empty one, which the next start fills from the journal. What the journal does not
 * hold, each client's first call loads from the checkpoint in the records.
 */
export async function planCounters({ dataDir, redisUrl, openRecords, aside }: RecoverPlace): Promise<RecoverPlan> {
  if (redisUrl !== null) throw new CannotRecover('The counters are in Redis, which the records restore by themselves.');
  const path = join(dataDir, 'counters.sqlite');
  const folder = journalFolder(path);
  const mark = readMark(folder);
  const segments = existsSync(folder) ? segmentPaths(folder) : [];
  const records = await openRecords();
  const row = await readInstallation(records.db).finally(() => records.close());
  if (mark !== null && row !== null && mark.installation !== row.id) {
    throw new CannotRecover(`${folder} is of another installation. Run this first: npm run cli -- recover journal`);
  }
  return {
    steps: [
      ...(existsSync(path) ? [`Move ${path} to ${aside}.`] : []),
      `Create an empty ${path}. The next start fills it from ${segments.length} journal segments, and each client's first call takes the rest from the records.`,
    ],
    lost: 'Lost at most: calls that the journal does not hold and that were counted after the last checkpoint, which is at most ten seconds older than the end of the gateway.',
    async apply() {
      moveAside(withLog(path), aside);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const last = firstOf(segments[0] ?? '1.0.journal') - 1;
      await usingRecords(openRecords, async (opened) => {
        const { installation, start } = mark ?? (await currentStart(opened));
        const known = await readInstallation(opened.db);
        const stopped = segments.length === 0;
        writeMark(folder, { installation, start });
        writeCounters(path, { installation, start, stopped }, last);
        await adoptInstallation(opened, {
          id: installation,
          start: Math.max(start, known?.start ?? 0),
          countersStart: start,
          journalsStart: known?.journalsStart ?? null,
          lastRecord: stopped ? last : null,
        });
      });
    },
  };
}

async function currentStart(records: Records) {
  const row = await readInstallation(records.db);
  return row === null ? beginStart(records) : { installation: row.id, start: row.start };
}

function writeCounters(path: string, owner: Parameters<CounterTables['writeOwner']>[0], last: number): void {
  const db = openCounterFile(path);
  try {
    const tables = new CounterTables(db);
    tables.writeLastRecord(last);
    tables.writeOwner(owner);
  } finally {
    db.close();
  }
}

/** Opens the records for one piece of work. */
export async function usingRecords<T>(
  open: () => Promise<Records>,
  work: (records: Records) => Promise<T>,
): Promise<T> {
  const records = await open();
  try {
    return await work(records);
  } finally {
    await records.close();
  }
}
