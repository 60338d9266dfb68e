import { readFileSync } from 'node:fs';
import type { LoadTarget } from '../load-target.ts';
import type { Pace } from './pacer.ts';
import { runOpenLoop } from './run.ts';

// The program that `openLoop` starts on the load's core: reads the load from a file, prints the result as JSON.
const [file = ''] = process.argv.slice(2);
const { target, pace }: { target: LoadTarget; pace: Pace } = JSON.parse(readFileSync(file, 'utf8'));
console.log(JSON.stringify(await runOpenLoop(target, pace)));
