import { createServer, type Server } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { NotFound } from '../test/support/find-server.ts';
import type { Pace } from './open-loop/pacer.ts';
import { type Loads, measure } from './rounds.ts';
import type { Row } from './row.ts';
import type { Load } from './wrk.ts';

const schedule = { rounds: 2, seconds: 1 };
const latency = { p50: 1, p99: 2, p999: 3 };
const paced = async () => latency;
const result = { calls: 1_000, microseconds: 1_000_000, p99: 2_500, refused: 0, broken: 0 };
const servers: Server[] = [];
const stopped: string[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
  stopped.length = 0;
});

function row(name: string, answer = '{"tdee":2739.63,"bmr":1767.5}'): Row {
  const start = async () => {
    const server = createServer((_, response) => response.end(answer));
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    const stop = async (): Promise<void> => void stopped.push(name);
    return { url: `http://127.0.0.1:${port}/${name}`, pids: [process.pid], startMs: 40, stop };
  };
  return { name, about: '', start };
}

it('measures the rows in turn after warming each of them', async () => {
  const order: string[] = [];
  const load: Load = async ({ url }) => {
    order.push(new URL(url).pathname);
    return result;
  };
  const measured = await measure([row('a'), row('b')], schedule, { full: load, paced });
  expect(order).toEqual(['/a', '/b', '/a', '/b', '/a', '/b']);
  const round = { callsPerSecond: 1_000, p99: 2.5, cpuBehind: 0, paced: latency };
  expect(measured.get('b')).toMatchObject({ startMs: 40, rounds: [round, round] });
  expect(stopped).toEqual(['a', 'b']);
});

it('counts the work that a server puts off with the calls before it', async () => {
  const order: string[] = [];
  const slow = row('slow');
  const settled = async () => void order.push('settled');
  const start = async () => ({ ...(await slow.start()), settled });
  const full: Load = async () => {
    order.push('full');
    return result;
  };
  const paced = async () => {
    order.push('paced');
    return latency;
  };
  await measure([{ ...slow, start }], { rounds: 1, seconds: 1 }, { full, paced });
  const around = ['settled', 'full', 'settled'];
  expect(order).toEqual(['paced', ...around, ...around, 'paced']);
});

it('leaves out a row whose software is not on this machine, says why, and measures the others', async () => {
  const absent = { ...row('absent'), start: () => Promise.reject(new NotFound('no nginx with Lua: no module')) };
  const measured = await measure([row('a'), absent, row('b')], schedule, { full: async () => result, paced });
  expect(measured.get('absent')).toEqual({ missing: 'no nginx with Lua: no module' });
  expect([...measured.keys()].sort()).toEqual(['a', 'absent', 'b']);
  expect(stopped).toEqual(['a', 'b']);
});

it('ends the run if a row cannot start for another reason', async () => {
  const broken = { ...row('broken'), start: () => Promise.reject(new Error('the gateway ended while starting')) };
  const run = measure([row('a'), broken], schedule, { full: async () => result, paced });
  await expect(run).rejects.toMatchObject({ message: 'row broken' });
  expect(stopped).toEqual(['a']);
});

it('puts no load on a row whose answer is wrong', async () => {
  let loads = 0;
  const load: Load = async () => {
    loads++;
    return result;
  };
  const run = measure([row('wrong', '{"tdee":2739.62,"bmr":1767.5}')], schedule, { full: load, paced });
  await expect(run).rejects.toMatchObject({ message: 'row wrong', cause: { message: /not the right answer: 200/ } });
  expect(loads).toBe(0);
  expect(stopped).toEqual(['wrong']);
});

it.each([{ refused: 1 }, { broken: 1 }, { calls: 0 }])('fails a row whose load had %o', async (flaw) => {
  const load: Load = async () => ({ ...result, ...flaw });
  await expect(measure([row('a')], schedule, { full: load, paced })).rejects.toThrow('row a');
});

it('sends the first call of every client, then 70 % of the requests of each round at a fixed pace', async () => {
  const paces: Pace[] = [];
  const load: Loads = {
    full: async () => result,
    paced: async (_, pace) => {
      paces.push(pace);
      return latency;
    },
  };
  const clients = Array.from({ length: 3 }, () => ({ 'X-API-Key': 'key' }));
  // Two calculations in a request do not change its rate.
  const batches = row('batches', '{"tdee":2739.63,"a":1}{"tdee":2739.63,"a":1}');
  const start = async () => ({ ...(await batches.start()), headers: clients, calculations: 2 });
  await measure([{ ...batches, start }], { rounds: 1, seconds: 2 }, load);
  // 1,000 requests in a second at full load: 700 a second for 2 s.
  expect(paces).toEqual([
    { calls: 3, interval: 0 },
    { calls: 1_400, interval: 1_000 / 700 },
  ]);
});
