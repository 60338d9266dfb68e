import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { processorShare } from '../support/processor-share.ts';
import { servicePlugin } from '../support/remote-service.ts';
import { type RunningService, startService, TEST_SECRET } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** One calculator of a service, or one path of an upstream, takes five seconds and gets 200 calls a second. The others
 * must not notice: they are as fast as beside a quick one that gets as many calls. */
const SLOW_MS = 5_000;
const SLOW_RATE = 200;
const OTHER_RATE = 50;
const SECONDS = 10;
const ROUNDS = 3;
/** The default limits: calls of a calculator, or of a client of an upstream; and calls of a calculator that wait. */
const [RUNNING, WAITING] = [64, 64];

const MOST_TIMES_QUIET = 2;
/** Below this, in milliseconds, other work on the machine decides. */
const NOISE_MS = 15;

/** One in the gateway's process, and one of the same service. */
const OTHERS = ['/api/v1/bmi?weight=65&height=168', '/api/v1/sibling'];

/** Answers `slow` late and everything else at once. Reports the most calls of `slow` at a time. */
const SERVICE = `
import { createServer } from 'node:http';
let [now, most] = [0, 0];
const server = createServer((req, res) => {
  const answer = () => {
    res.writeHead(200, { 'Content-Type': 'application/json' });
    res.end(JSON.stringify({ most }));
  };
  if (!req.url.includes('slow')) return answer();
  most = Math.max(most, ++now);
  setTimeout(() => { now -= 1; answer(); }, ${SLOW_MS});
});
server.listen(0, '127.0.0.1', () => console.log('listening on http://127.0.0.1:' + server.address().port));
`;

/** Calls a path at a fixed rate from a process of its own, and prints how many answers had each status. */
const LOUD = `
import { Agent, get } from 'node:http';
const [url, key, rate, seconds] = process.argv.slice(1);
const agent = new Agent({ keepAlive: true });
const found = {};
let sent = 0;
const began = performance.now();
const timer = setInterval(() => {
  for (; sent < ((performance.now() - began) / 1_000) * rate; sent++) {
    if (sent === rate * seconds) return clearInterval(timer);
    get(url, { agent, headers: { 'X-API-Key': key } }, (res) => {
      found[res.statusCode] = (found[res.statusCode] ?? 0) + 1;
      res.resume();
    });
  }
}, 5);
process.on('exit', () => console.log(JSON.stringify(found)));
`;

const run = promisify(execFile);

let service: RunningService;
let gateway: RunningGateway;
beforeAll(async () => {
  const script = join(temporaryFolder('slow-service'), 'service.mjs');
  writeFileSync(script, SERVICE);
  service = await startService(process.execPath, [script], {});
  const plugin = servicePlugin({
    urls: [service.baseUrl],
    timeout: { answer: 2 * SLOW_MS },
    endpoints: ['slow', 'quick', 'sibling'].map((name) => ({ name })),
  });
  const upstreams = temporaryFolder('slow-upstream');
  const declared = `import { defineUpstream } from 'vitalgate/plugin';
    export default defineUpstream({ name: 'apart', prefix: '/apart', urls: ['${service.baseUrl}'] });`;
  writeFileSync(join(upstreams, 'upstreams.ts'), declared);
  const env = { SERVICE_SECRET: TEST_SECRET, PLUGINS: `${plugin},${upstreams}`, LOG_LEVEL: 'warn' };
  gateway = await startGateway({ env });
}, 60_000);
afterAll(async () => {
  await gateway.stop();
  await service.stop();
});

interface Outcome {
  readonly status: number;
  readonly ms: number;
}

/** Calls a path at a fixed rate, whatever the answers do. */
async function callAtRate(path: string, rate: number, seconds: number): Promise<Outcome[]> {
  const calls: Promise<Outcome>[] = [];
  const began = performance.now();
  for (let sent = 0; sent < rate * seconds; sent++) {
    const due = began + (sent * 1_000) / rate;
    if (due > performance.now()) await sleep(due - performance.now());
    calls.push(call(path));
  }
  return Promise.all(calls);
}

const ask = (path: string) => fetch(gateway.baseUrl + path, { headers: { 'X-API-Key': gateway.key } });

async function call(path: string): Promise<Outcome> {
  const began = performance.now();
  const response = await ask(path);
  await response.arrayBuffer();
  return { status: response.status, ms: performance.now() - began };
}

function p99(outcomes: readonly Outcome[]): number {
  const sorted = outcomes.map(({ ms }) => ms).sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0;
}

const count = (outcomes: readonly Outcome[], status: number) => outcomes.filter((one) => one.status === status).length;

/** The calls of the others, and the share of the processor of both sides, while another calculator gets its many calls, and how many of these had each status. */
async function beside(path: string): Promise<{ others: Outcome[][]; loud: Record<string, number>; share: number }> {
  const share = processorShare(gateway.pid, process.pid);
  const target = [gateway.baseUrl + path, gateway.key, String(SLOW_RATE), String(SECONDS)];
  const loud = run(process.execPath, ['--input-type=module', '-e', LOUD, ...target]);
  const others = Promise.all(OTHERS.map((other) => callAtRate(other, OTHER_RATE, SECONDS)));
  return { others: await others, loud: JSON.parse((await loud).stdout), share: share() };
}

it.each([
  { what: 'a calculator', path: '/api/v1', waiting: WAITING },
  { what: 'an upstream', path: '/apart', waiting: 0 },
])(
  '200 calls a second of $what that takes five seconds do not slow down the others',
  async ({ path, waiting }) => {
    await beside(`${path}/quick`);
    const quiet: number[][] = [];
    const loaded: number[][] = [];
    // The rounds take turns, so that other work on the machine affects both kinds.
    for (let round = 0; round < ROUNDS; round++) {
      const before = await beside(`${path}/quick`);
      const { others, loud, share } = await beside(`${path}/slow`);
      quiet.push(before.others.map((outcomes) => p99(outcomes) * before.share));
      loaded.push(others.map((outcomes) => p99(outcomes) * share));
      for (const outcomes of others) expect(count(outcomes, 200)).toBe(OTHER_RATE * SECONDS);
      const { 200: answered = 0, 503: refused = 0 } = loud;
      expect(answered + refused).toBe(SLOW_RATE * SECONDS);
      const inTurn = (SECONDS * 1_000) / SLOW_MS;
      expect(answered).toBeGreaterThanOrEqual(RUNNING * inTurn);
      expect(answered).toBeLessThanOrEqual(RUNNING * (inTurn + 1) + waiting);
    }
    const { most } = (await (await ask('/api/v1/sibling')).json()) as { most: number };
    expect(most).toBe(RUNNING);

    for (const [at, other] of OTHERS.entries()) {
      // What other work costs differs from round to round; what a slow calculator costs is in all of them.
      const [before, after] = [quiet, loaded].map((rounds) => Math.min(...rounds.map((found) => found[at] ?? 0)));
      console.info(
        `p99 of ${other} on a free processor: ${before?.toFixed(1)} ms beside a quick one at ${path}, ${after?.toFixed(1)} ms beside a slow one`,
      );
      expect(after).toBeLessThan(Math.max(NOISE_MS, MOST_TIMES_QUIET * (before ?? 0)));
    }
  },
  300_000,
);
