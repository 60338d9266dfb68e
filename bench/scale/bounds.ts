import { summarize } from '../statistics.ts';
import type { ClientsInTurn, Place } from './clients-in-turn.ts';

/** A figure of the scale run and the greatest value that it should have. */
export interface Bound {
  readonly what: string;
  readonly measured: number;
  readonly most: number;
}

/** What a call cost, of bare, when each waited for Redis: 1,000 clients over Redis before there were leases. */
const EACH_CALL_TO_REDIS = 4.55;

/**
 * The figures that have a bound.
 *
 * @param bare CPU microseconds of a call to bare `node:http`
 * @param starts milliseconds of the starts with a million keys
 * @throws if the run lacks a number of clients
 */
export function bounds(measured: readonly ClientsInTurn[], bare: number, starts: readonly number[]): Bound[] {
  const of = (place: Place, clients: number): ClientsInTurn => {
    const found = measured.find((row) => row.place === place && row.clients === clients);
    if (found === undefined) throw new Error(`the run has no row of ${clients} clients (${place})`);
    return found;
  };
  return [
    { what: 'memory with 50,000 active clients, MB', measured: of('embedded', 50_000).memory / 1e6, most: 400 },
    { what: 'memory with 100,000 active clients, MB', measured: of('embedded', 100_000).memory / 1e6, most: 600 },
    {
      what: 'CPU a call, 50,000 clients in turn, of that with 1,000',
      measured: of('embedded', 50_000).inTurn / of('embedded', 1_000).inTurn,
      most: 1.5,
    },
    {
      what: 'CPU a call, 50,000 clients in turn over PostgreSQL and Redis, of bare',
      measured: of('redis', 50_000).inTurn / bare,
      most: EACH_CALL_TO_REDIS,
    },
    { what: 'CPU of the first call of a client, µs', measured: of('embedded', 50_000).first, most: 120 },
    { what: 'start with 1,000,000 keys and 500 routes, ms', measured: summarize(starts).median, most: 1_000 },
  ];
}

/** The bounds as a Markdown table. */
export function boundsTable(all: readonly Bound[]): string {
  const head = ['what', 'measured', 'at most', ''];
  const rows = all.map(({ what, measured, most }) => [
    what,
    figure(measured),
    figure(most),
    measured <= most ? 'met' : 'missed',
  ]);
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Ratios with two decimals, all others as whole numbers. */
function figure(value: number): string {
  return value < 10 ? value.toFixed(2) : value.toFixed(0);
}
