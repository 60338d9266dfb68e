import { readFileSync } from 'node:fs';
import { attacks, type Means, slowRequests } from './attacks.ts';
import { type Answers, flood, hold } from './flood.ts';

/**
 * The hostile tenant, in a separate process: it reads its means from a file, runs all attacks at once for some seconds,
 * and prints the answers that it got. A third argument is part of the name of one attack to run alone.
 */
const [file = '', seconds = '10', only = ''] = process.argv.slice(2);
const means: Means = JSON.parse(readFileSync(file, 'utf8'));
const end = Date.now() + Number(seconds) * 1_000;
const running = () => Date.now() < end;

const all = attacks(means).filter(({ name }) => name.includes(only));
const told = new Map<string, Answers>(all.map(({ name }) => [name, new Map()]));
const { unread, unfinished } = slowRequests(means);
await Promise.all([
  ...all.map((attack) => flood(means.port, attack, told.get(attack.name) ?? new Map(), running)),
  ...('unread'.includes(only) ? unread.map((bytes) => hold(means.port, 4, bytes, running)) : []),
  ...('unfinished'.includes(only) ? [hold(means.port, 200, unfinished, running, '{')] : []),
]);
console.log(JSON.stringify([...told].map(([name, answers]) => [name, Object.fromEntries(answers)])));
process.exit();
