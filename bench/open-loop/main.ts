import { readFileSync } from 'node:fs';
import type { LoadTarget } from '../load-target.ts';
import type { Pace } from './pacer.ts';
import { runOpenLoop } from './run.ts';

/** How long the load calls before it measures, in milliseconds: until its code is compiled, the load itself is late. */
const WARM_UP_MS = 1_000;

// The program that `openLoop` starts on the load's core: reads the load from a file, prints the result as JSON.
const [file = ''] = process.argv.slice(2);
const { target, pace }: { target: LoadTarget; pace: Pace } = JSON.parse(readFileSync(file, 'utf8'));
const warmUp = pace.interval === 0 ? 0 : Math.ceil(WARM_UP_MS / pace.interval);
console.log(JSON.stringify(await runOpenLoop(target, { ...pace, calls: warmUp + pace.calls, warmUp })));
