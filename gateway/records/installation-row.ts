import { randomUUID } from 'node:crypto';
import type { InstallationStart } from '../values/installation-start.ts';
import type { Reader, Records } from './records.ts';

/** What the records know of the installation's starts. */
export interface InstallationRow {
  /** A random name that the installation keeps for life. */
  readonly id: string;
  /** Number of the last start. */
  readonly start: number;
  /** The last start that opened the embedded counters; `null` if none did. */
  readonly countersStart: number | null;
  /** The last start that marked the journals for Redis in the folder of the records; `null` if none did. */
  readonly journalsStart: number | null;
  /** Number of the counters' last journal record at the last clean end; `null` since the counters were opened. */
  readonly lastRecord: number | null;
}

/** Reads the row; `null` in records of an earlier release, and in new ones. */
export async function readInstallation(db: Reader): Promise<InstallationRow | null> {
  const row = await db.selectFrom('installation').selectAll().executeTakeFirst();
  if (row === undefined) return null;
  const { id, start, counters_start: countersStart, journals_start: journalsStart, last_record: lastRecord } = row;
  return { id, start, countersStart, journalsStart, lastRecord };
}

/**
 * Begins a start: from now on, the records refuse writes of processes that own an earlier one (`Records.ownedBy`).
 *
 * @returns the installation's id and the number of this start
 */
export async function beginStart(records: Records): Promise<InstallationStart> {
  return records.write(async (trx) => {
    const before = await readInstallation(trx);
    const start = (before?.start ?? 0) + 1;
    if (before === null) {
      const id = randomUUID();
      const nothing = { counters_start: null, journals_start: null, last_record: null };
      await trx
        .insertInto('installation')
        .values({ one: 1, id, start, ...nothing })
        .execute();
      return { installation: id, start };
    }
    await trx.updateTable('installation').set({ start }).execute();
    return { installation: before.id, start };
  });
}

/** Records that the counters belong to this start. From now on, older counters are a rewind. */
export async function countersOpened(records: Records, start: number): Promise<void> {
  await records.write((trx) =>
    trx.updateTable('installation').set({ counters_start: start, last_record: null }).execute(),
  );
}

/** Records that the journals for Redis are marked with this start. */
export async function journalsMarked(records: Records, start: number): Promise<void> {
  await records.write((trx) => trx.updateTable('installation').set({ journals_start: start }).execute());
}

/** Records a clean end: the counters hold everything up to this journal record. */
export async function countersStopping(records: Records, lastRecord: number): Promise<void> {
  await records.write((trx) => trx.updateTable('installation').set({ last_record: lastRecord }).execute());
}

/** Ties records to counters and journals that are there, whatever the records knew. For recovery. */
export async function adoptInstallation(records: Records, row: InstallationRow): Promise<void> {
  const { id, start, countersStart, journalsStart, lastRecord } = row;
  const starts = { counters_start: countersStart, journals_start: journalsStart, last_record: lastRecord };
  await records.write(async (trx) => {
    await trx.deleteFrom('installation').execute();
    await trx
      .insertInto('installation')
      .values({ one: 1, id, start, ...starts })
      .execute();
  });
}
