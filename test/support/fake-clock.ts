import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPrograms } from './find-server.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The wall clock of processes that run with `env`. Their monotonic clocks are untouched. */
export interface FakeClock {
  readonly env: Readonly<Record<string, string>>;
  /** Sets the clock ahead of the machine's by this many seconds, in running processes too. Negative is behind. */
  turn(seconds: number): void;
}

/**
 * A wall clock of its own for child processes, by libfaketime.
 *
 * @param seconds how far it is ahead of the machine's clock
 * @throws {NotFound} if this machine has no libfaketime
 */
export async function fakeClock(seconds = 0): Promise<FakeClock> {
  const { folder } = await findPrograms({
    name: 'faketime',
    programs: { faketime: /^faketime: Version \d/ },
    folders: ['usr/bin', 'usr/local/bin'],
    packages: ['faketime', 'libfaketime'],
  });
  const library = globSync('lib/**/faketime/libfaketime.so.1', { cwd: join(folder, '..') })[0];
  if (library === undefined) throw new Error(`faketime of ${folder} has no library`);
  const file = join(temporaryFolder('clock'), 'offset');
  const turn = (ahead: number) => writeFileSync(file, `${ahead < 0 ? '-' : '+'}${Math.abs(ahead)}\n`);
  turn(seconds);
  return {
    env: {
      LD_PRELOAD: join(folder, '..', library),
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      // The library's semaphores would be left behind by processes that are killed.
      FAKETIME_DISABLE_SHM: '1',
    },
    turn,
  };
}
