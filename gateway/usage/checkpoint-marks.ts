import type { Reader, Records } from '../records/records.ts';

/** How far the checkpoints of a process have come. */
export interface CheckpointMark {
  /** Random name of the process. */
  readonly process: string;
  /** Every call that the process had counted at this instant has a checkpoint. Milliseconds since 1970. */
  readonly through: number;
  /** So has every command of the process up to this sequence. */
  readonly sequence: number;
  /** When the process wrote its mark last. */
  readonly heard: number;
  /** Greatest sequence of the process that a sweep has seen. */
  readonly swept: number;
  /** Start of the last complete sweep; 0 before the first. */
  readonly swept_at: number;
}

const SAVE = `
  insert into checkpoint_marks (process, through, sequence, heard)
  select given.value ->> 0, cast(given.value ->> 1 as bigint), cast(given.value ->> 2 as bigint),
    cast(given.value ->> 3 as bigint)
  from given where true
  on conflict (process) do update set sequence = excluded.sequence, heard = excluded.heard,
    through = case when excluded.through > checkpoint_marks.through then excluded.through
      else checkpoint_marks.through end
  returning process`;

const SWEPT = `
  update checkpoint_marks set swept = cast(given.value ->> 2 as bigint),
    swept_at = cast(given.value ->> 3 as bigint),
    through = case when cast(given.value ->> 1 as bigint) > through then cast(given.value ->> 1 as bigint)
      else through end
  from given
  where process = given.value ->> 0
  returning process`;

const REMOVE = 'delete from checkpoint_marks where process in (select given.value ->> 0 from given) returning process';

/** Reads the marks of all processes that may have counted calls without a checkpoint. */
export function readMarks(db: Reader): Promise<CheckpointMark[]> {
  return db.selectFrom('checkpoint_marks').selectAll().orderBy('process').execute();
}

/** The instant before which every counted call has a checkpoint: now, or that of the oldest mark. */
export function checkpointedThrough(marks: readonly Pick<CheckpointMark, 'through'>[], now: number): number {
  return marks.reduce((oldest, { through }) => Math.min(oldest, through), now);
}

/** Writes the mark of a running process. `through` never goes back. */
export async function saveMark(
  { bulk }: Pick<Records, 'bulk'>,
  { process, through, sequence, heard }: Omit<CheckpointMark, 'swept' | 'swept_at'>,
): Promise<void> {
  await bulk.write({ text: SAVE, rows: [[process, through, sequence, heard]] });
}

/** Another process has written the checkpoints of `process`. `through` never goes back. */
export async function saveSwept(
  { bulk }: Pick<Records, 'bulk'>,
  { process, through, swept, swept_at }: Omit<CheckpointMark, 'sequence' | 'heard'>,
): Promise<void> {
  await bulk.write({ text: SWEPT, rows: [[process, through, swept, swept_at]] });
}

/** Removes the marks of processes that have ended. */
export async function removeMarks({ bulk }: Pick<Records, 'bulk'>, ...processes: readonly string[]): Promise<void> {
  if (processes.length > 0) await bulk.write({ text: REMOVE, rows: processes.map((process) => [process]) });
}
