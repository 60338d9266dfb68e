import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { type LoadTarget, loopbackUrl } from '../load-target.ts';
import { percentile } from '../statistics.ts';
import { connect } from './connection.ts';
import { type Pace, Pacer } from './pacer.ts';

/** As many as wrk uses. */
const CONNECTIONS = 64;

/** How long the load sleeps while no call is due, in milliseconds: a back end of the server shares its core. */
const SLEEP_MS = 0.05;

/** Nothing wakes the load early. */
const NOTHING = new Int32Array(new SharedArrayBuffer(4));

/** Percentiles of the latency, from the scheduled time of a call to its answer, in milliseconds. */
export const pacedLatency = z.object({ p50: z.number(), p99: z.number(), p999: z.number() });
export type PacedLatency = z.output<typeof pacedLatency>;

/**
 * Calls a server of this machine at a fixed pace, whose calls take the target's headers in turn. A timer would be up to
 * a millisecond late, so it looks for calls that are due, and for answers, every {@link SLEEP_MS}.
 * @throws when a call is refused (status 400 or more), a connection breaks, or an answer takes longer than a minute
 */
export async function runOpenLoop(target: LoadTarget, pace: Pace): Promise<PacedLatency> {
  const url = loopbackUrl(target);
  const requests = (target.headers ?? [{}]).map((headers) => requestOf(url, headers, target.body));
  let failure: Error | undefined;
  const failed = (error: Error): void => {
    failure ??= error;
  };
  const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => connect(Number(url.port), failed)));
  try {
    const answered = connections.map((_, connection) => (status: number) => {
      // A head that is no head of HTTP has no number for a status.
      if (!(status < 400)) failed(new Error(`a call was refused: ${status}`));
      pacer.answered(connection, performance.now());
    });
    const pacer = new Pacer(performance.now(), pace, CONNECTIONS, (connection, call) => {
      const [request, tell] = [requests[call % requests.length], answered[connection]];
      if (request && tell) connections[connection]?.send(request, tell);
    });
    while (!pacer.done) {
      if (failure) throw failure;
      if (pacer.sendDue(performance.now()) === 0) Atomics.wait(NOTHING, 0, 0, SLEEP_MS);
      await nextTurn();
    }
    const latencies = Float64Array.from(pacer.latencies).sort();
    const [p50, p99, p999] = [percentile(latencies, 50), percentile(latencies, 99), percentile(latencies, 99.9)];
    return { p50, p99, p999 };
  } finally {
    for (const connection of connections) connection.close();
  }
}

function requestOf({ host, pathname, search }: URL, headers: Readonly<Record<string, string>>, body = ''): Uint8Array {
  const length = body === '' ? {} : { 'Content-Length': Buffer.byteLength(body) };
  const lines = Object.entries({ Host: host, ...headers, ...length }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${body === '' ? 'GET' : 'POST'} ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}
