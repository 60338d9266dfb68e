import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

let primary: ChildProcess;
let admin: string;
let control: string;

beforeAll(async () => {
  const fixture = fileURLToPath(new URL('./testing/cluster-metrics.fixture.ts', import.meta.url));
  primary = spawn(process.execPath, [fixture], { stdio: ['ignore', 'pipe', 'inherit'] });
  if (!primary.stdout) throw new Error('the primary has no output');
  const [line] = await once(primary.stdout, 'data');
  [admin = '', control = ''] = String(line).trim().split(' ');
});
afterAll(async () => {
  primary.kill('SIGKILL');
  await once(primary, 'exit');
});

const tell = (command: string, worker: number) => fetch(`http://127.0.0.1:${control}/${command}/${worker}`);

async function sample(name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${admin}/metrics`)).text();
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `));
  return Number(line?.slice(name.length));
}

const CALLS = 'vitalgate_calls_total{calculator="tdee",status="2xx"}';
const COUNTERS_OK = 'vitalgate_part_state{part="counters",state="ok"}';

it('sums the workers, and keeps the counts of a worker that ended', async () => {
  for (const worker of [0, 0, 0, 1, 1]) await tell('call', worker);
  expect(await sample(CALLS)).toBe(5);
  expect(await sample('vitalgate_call_duration_seconds_count')).toBe(5);
  expect(await sample(COUNTERS_OK)).toBe(2);

  await tell('end', 0);
  await tell('call', 1);
  // Scraped twice: the counts of ended workers are added at every scrape.
  expect(await sample(CALLS)).toBe(6);
  expect(await sample(CALLS)).toBe(6);
  expect(await sample('vitalgate_call_duration_seconds_bucket{le="+Inf"}')).toBe(6);
  // A state counts live workers only.
  expect(await sample(COUNTERS_OK)).toBe(1);
});

it('shows a worker that does not answer with its last metrics', async () => {
  void tell('hang', 1).catch(() => undefined);
  const started = performance.now();
  expect(await sample(CALLS)).toBe(6);
  // It hangs for three seconds.
  expect(performance.now() - started).toBeLessThan(2_500);
});
