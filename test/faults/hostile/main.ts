import { readFileSync } from 'node:fs';
import { attacks, type Means, slowRequests } from './attacks.ts';
import { type Answers, flood, hold } from './flood.ts';

/**
 * The hostile tenant, as a process of its own: reads its means from a file, does everything at once for some seconds,
 * and prints what it was answered. A third argument is a part of the name of the one attack that it is to do alone.
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
