import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { pinnedToLoadCore } from '../cores.ts';
import type { LoadTarget } from '../load-target.ts';
import type { Pace } from './pacer.ts';
import { type PacedLatency, pacedLatency } from './run.ts';

const run = promisify(execFile);

/** Loads a server of this machine at a fixed pace. */
export type PacedLoad = (target: LoadTarget, pace: Pace) => Promise<PacedLatency>;

/** `runOpenLoop` in a process of its own on the load's core. */
export const openLoop: PacedLoad = async ({ url, headers, body }, pace) => {
  const file = join(temporaryFolder('open-loop'), 'load.json');
  writeFileSync(file, JSON.stringify({ target: { url, headers, body }, pace }));
  const [taskset = '', ...pin] = pinnedToLoadCore;
  const { stdout } = await run(taskset, [...pin, process.execPath, join(import.meta.dirname, 'main.ts'), file]);
  return pacedLatency.parse(JSON.parse(stdout));
};
