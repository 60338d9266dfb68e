import { chmodSync, globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPrograms } from './find-server.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The wall clock of processes that run with `env`. Their monotonic clocks are untouched. */
export interface FakeClock {
  readonly env: Readonly<Record<string, string>>;
  /**
   * Sets the clock ahead of the machine's by this many seconds; negative is behind. Running processes follow at
   * once.
   */
  turn(seconds: number): void;
}

/**
 * A wall clock of its own for child processes, by libfaketime. At first it is the machine's.
 * @throws {NotFound} if this machine has no libfaketime
 */
export async function fakeClock(): Promise<FakeClock> {
  const { folder } = await findPrograms({
    name: 'faketime',
    programs: { faketime: /faketime: Version \d/ },
    folders: ['usr/bin', 'usr/local/bin'],
    packages: ['faketime', 'libfaketime'],
  });
  const library = globSync('lib/**/faketime/libfaketimeMT.so.1', { cwd: join(folder, '..') })[0];
  if (library === undefined) throw new Error(`faketime of ${folder} has no library`);
  const scratch = temporaryFolder('clock');
  // PostgreSQL runs as another user.
  chmodSync(scratch, 0o755);
  const file = join(scratch, 'offset');
  const turn = (ahead: number) => writeFileSync(file, `${ahead < 0 ? '-' : '+'}${Math.abs(ahead)}\n`);
  turn(0);
  return {
    env: {
      // The allocator of Redis asks for the time before the library is ready; that of the C library does not.
      LD_PRELOAD: `${join(folder, '..', library)} libc.so.6`,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      // The library's semaphores would be left behind by processes that are killed.
      FAKETIME_DISABLE_SHM: '1',
    },
    turn,
  };
}
