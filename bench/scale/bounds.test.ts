import { expect, it } from 'vitest';
import { bounds, boundsTable } from './bounds.ts';
import type { ClientsInTurn, Place } from './clients-in-turn.ts';

const row = (place: Place, clients: number, inTurn: number, memory = 0): ClientsInTurn => {
  return { place, clients, first: 120, inTurn, behind: 0, memory };
};

const measured = [
  row('embedded', 1_000, 20),
  row('embedded', 50_000, 32, 400e6),
  row('embedded', 100_000, 40, 601e6),
  row('redis', 1_000, 30),
  row('redis', 50_000, 30),
];

it('says of each bound whether the run met it', () => {
  expect(
    boundsTable(bounds(measured, 10, [990, 2_000, 1_010]))
      .split('\n')
      .slice(2),
  ).toEqual([
    '| memory with 50,000 active clients, MB | 400 | 400 | met |',
    '| memory with 100,000 active clients, MB | 601 | 600 | missed |',
    '| CPU a call, 50,000 clients in turn, of that with 1,000 | 1.60 | 1.50 | missed |',
    '| CPU a call, 50,000 clients in turn over PostgreSQL and Redis, of bare | 3.00 | 4.55 | met |',
    '| CPU of the first call of a client, µs | 120 | 120 | met |',
    '| start with 1,000,000 keys and 500 routes, ms | 1010 | 1000 | missed |',
  ]);
});

it('refuses a run without the clients that a bound is about', () => {
  expect(() => bounds(measured.slice(1), 10, [1])).toThrow('no row of 1000 clients (embedded)');
});
