import { Agent, get } from 'node:http';
import { processorShare } from '../../support/processor-share.ts';

/**
 * A quiet tenant, in a separate process: it calls at a steady pace for some seconds, answered or not, and prints the
 * milliseconds of each call. They count from the scheduled moment of the call; otherwise a stalled gateway would hide
 * its delay.
 */
const [url = '', key = '', seconds = '5', aSecond = '50'] = process.argv.slice(2);
const gap = 1_000 / Number(aSecond);
const count = Math.round(Number(seconds) * Number(aSecond));
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const times: number[] = [];
const statuses: Record<string, number> = {};
const begin = performance.now();
const share = processorShare(process.pid);

function call(at: number): Promise<void> {
  const intended = begin + at * gap;
  return new Promise((resolve) => {
    const done = (status: string) => {
      statuses[status] = (statuses[status] ?? 0) + 1;
      times.push(performance.now() - intended);
      resolve();
    };
    get(url, { agent, headers: { 'X-API-Key': key } }, (response) => {
      response.resume();
      response.on('end', () => done(String(response.statusCode)));
      response.on('error', () => done('broken'));
    }).on('error', () => done('broken'));
  });
}

const calls: Promise<void>[] = [];
for (let at = 0; at < count; at++) {
  const wait = begin + at * gap - performance.now();
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
  calls.push(call(at));
}
await Promise.all(calls);
agent.destroy();
console.log(JSON.stringify({ statuses, times, share: share() }));
