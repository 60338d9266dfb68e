import { readFileSync } from 'node:fs';
import { loadCore, serverCore } from './cores.ts';

/** Ticks of the two cores of the benchmark so far. */
export interface CoreTime {
  readonly all: number;
  /** The core had work, but the host of this virtual machine ran something else. */
  readonly stolen: number;
}

export function coreTime(): CoreTime {
  return coreTimeOf(readFileSync('/proc/stat', 'utf8'));
}

/** The share of the time since `before` that the host took, in percent. On a machine of its own it is 0. */
export function stolenSince(before: CoreTime, now = coreTime()): number {
  const all = now.all - before.all;
  return all === 0 ? 0 : (100 * (now.stolen - before.stolen)) / all;
}

/** From the text of /proc/stat (proc_stat(5)): a line per core, whose eighth figure is the stolen time. */
export function coreTimeOf(stat: string): CoreTime {
  const cores = [serverCore, loadCore].map((core) => {
    const line = new RegExp(`^cpu${core} (.*)$`, 'm').exec(stat)?.[1];
    if (line === undefined) throw new Error(`no core ${core} in /proc/stat`);
    // The last two figures, the time of guests, are in the first two as well.
    return line.split(' ').slice(0, 8).map(Number);
  });
  return {
    all: cores.flat().reduce((sum, ticks) => sum + ticks, 0),
    stolen: cores.reduce((sum, ticks) => sum + (ticks[7] ?? 0), 0),
  };
}
