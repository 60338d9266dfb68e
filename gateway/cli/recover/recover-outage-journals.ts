import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkJournal } from '../../quota/journal/check-journal.ts';
import { readMark, writeMark } from '../../quota/journal/mark.ts';
import { encodeRecord, mostBytes } from '../../quota/journal/record.ts';
import { readSegment, segmentPath, segmentPaths } from '../../quota/journal/segments.ts';
import { beginStart, journalsMarked, readInstallation } from '../../records/installation-row.ts';
import { InstallationDamaged } from '../../values/installation-damaged.ts';
import type { RecoverPlace, RecoverPlan } from './plan.ts';
import { usingRecords } from './recover-counters.ts';
import { copyAside, moveAside } from './set-aside.ts';

/** Keeps the whole records of the journals that processes with counters in Redis left. */
export async function planOutageJournals(place: RecoverPlace): Promise<RecoverPlan> {
  const { dataDir, recordsAreHere, openRecords, aside } = place;
  const folder = join(dataDir, 'journals');
  const row = await usingRecords(openRecords, (records) => readInstallation(records.db));
  const mark = readMark(folder);
  const isForeign = mark !== null && row !== null && mark.installation !== row.id;
  const faults = isForeign ? [] : faultsIn(folder);
  return {
    steps: [
      ...(isForeign ? [`Move ${folder}, which is of another installation, to ${aside}.`] : []),
      ...faults.flatMap(({ journal, message }) => [
        message,
        `Copy ${journal} to ${aside}, and keep its whole records.`,
      ]),
      `Mark ${folder} as part of this installation.`,
    ],
    lost: 'Lost at most: calls that were answered during an outage of Redis, or by a lease that was not reported yet, and that only the missing records held.',
    async apply() {
      if (isForeign) moveAside([folder], aside);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      copyAside(
        faults.map(({ journal }) => journal),
        aside,
      );
      for (const { journal } of faults) keepWholeRecords(journal);
      await usingRecords(openRecords, async (records) => {
        const started = row === null ? await beginStart(records) : { installation: row.id, start: row.start };
        writeMark(folder, started);
        if (recordsAreHere) await journalsMarked(records, started.start);
      });
    },
  };
}

function faultsIn(folder: string): { readonly journal: string; readonly message: string }[] {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => /\.(outage|leases)$/.test(name)) : [];
  return names.flatMap((name) => {
    const journal = join(folder, name);
    try {
      checkJournal(journal, null);
      return [];
    } catch (error) {
      if (!(error instanceof InstallationDamaged)) throw error;
      return [{ journal, message: error.message }];
    }
  });
}

/** Writes the whole records of a journal to one new segment, numbered without a gap. */
function keepWholeRecords(journal: string): void {
  const old = segmentPaths(journal);
  const payloads: string[] = [];
  let last = 0;
  for (const path of old) {
    for (const { number, payload } of readSegment(path, last, () => {})) {
      last = number;
      payloads.push(payload.toString());
    }
  }
  const records = payloads.map((payload, index) => {
    const bytes = Buffer.alloc(mostBytes(payload));
    return bytes.subarray(0, encodeRecord({ number: index + 1, payload }, bytes, 0));
  });
  for (const path of old) rmSync(path);
  writeFileSync(segmentPath(journal, 1, 0), Buffer.concat(records), { mode: 0o600 });
}
