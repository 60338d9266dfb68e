import type { Records } from './records.ts';

/** How long a lock lasts without being taken again. */
const LASTS_MS = 60_000;

/** Succeeds if the lock is free, has expired, or is held by this holder. */
const TAKE = `
  insert into work_locks (name, holder, until)
  select given.value ->> 0, given.value ->> 1, cast(given.value ->> 2 as bigint) from given where true
  on conflict (name) do update set holder = excluded.holder, until = excluded.until
    where work_locks.holder = excluded.holder or work_locks.until <= excluded.until - ${LASTS_MS}
  returning holder`;

const RELEASE = `
  delete from work_locks where (name, holder) in (select given.value ->> 0, given.value ->> 1 from given)
  returning name`;

/** A lock in the records for work that one process does for all. It expires, so a killed holder blocks no other. */
export interface WorkLock {
  /** Takes the lock, or keeps it for another minute. Returns false if another process holds it. */
  take(now: number): Promise<boolean>;
  release(): Promise<void>;
}

/** @param holder name of this process */
export function workLock({ bulk }: Pick<Records, 'bulk'>, name: string, holder: string): WorkLock {
  return {
    async take(now) {
      const [taken] = await bulk.write<[{ holder: string }]>({ text: TAKE, rows: [[name, holder, now + LASTS_MS]] });
      return taken.length > 0;
    },
    async release() {
      await bulk.write({ text: RELEASE, rows: [[name, holder]] });
    },
  };
}
