import { Agent, get } from 'node:http';

/** Continuous calls from several clients, until stopped. */
export interface Load {
  /** Complete answers so far, by status. */
  readonly answered: ReadonlyMap<number, number>;
  /** The first answer of each status, by status. */
  readonly firsts: ReadonlyMap<number, string>;
  /** Calls without a complete answer, because the connection broke. */
  readonly broken: () => number;
  /** Calls that could not be sent, because the connection was refused. */
  readonly unsent: () => number;
  /** Milliseconds of each answered call. */
  readonly latencies: readonly number[];
  /** The 99th percentile in milliseconds of the answers from index `from` up to `to`. */
  p99(from?: number, to?: number): number;
  /** The longest time in milliseconds of the answers from index `from` up to `to`. */
  slowest(from?: number, to?: number): number;
  /** Ends the load after the running calls are answered or broken. */
  stop(): Promise<void>;
}

/**
 * Starts `parallel` callers, each with one running call at a time.
 *
 * @param pause milliseconds between an answer and the next call of the same caller
 */
export function startLoad(url: () => string, headers: () => Record<string, string>, parallel: number, pause = 0): Load {
  const answered = new Map<number, number>();
  const firsts = new Map<number, string>();
  const latencies: number[] = [];
  const agent = new Agent({ keepAlive: true, maxSockets: parallel });
  let broken = 0;
  let unsent = 0;
  let running = true;

  function call(): Promise<void> {
    return new Promise((resolve) => {
      const start = performance.now();
      const request = get(url(), { agent, headers: headers() }, (response) => {
        const status = response.statusCode ?? 0;
        let text = '';
        if (firsts.has(status)) response.resume();
        else response.on('data', (chunk) => (text += chunk));
        response.on('close', () => {
          if (response.complete) {
            if (!firsts.has(status)) firsts.set(status, text);
            answered.set(status, (answered.get(status) ?? 0) + 1);
            latencies.push(performance.now() - start);
          } else {
            broken++;
          }
          resolve();
        });
      });
      let sent = false;
      request.on('finish', () => {
        sent = true;
      });
      request.on('error', () => {
        if (sent) broken++;
        else unsent++;
        resolve();
      });
    });
  }

  async function caller(): Promise<void> {
    while (running) {
      await call();
      // A refused connection returns at once: the callers must not starve the test.
      await new Promise((resolve) => (pause === 0 ? setImmediate(resolve) : setTimeout(resolve, pause)));
    }
  }

  const callers = Array.from({ length: parallel }, caller);
  return {
    answered,
    firsts,
    latencies,
    broken: () => broken,
    unsent: () => unsent,
    p99(from = 0, to = latencies.length) {
      const sorted = latencies.slice(from, to).sort((a, b) => a - b);
      return sorted[Math.floor(sorted.length * 0.99)] ?? 0;
    },
    // A long load has more answers than a call may have arguments.
    slowest: (from = 0, to = latencies.length) =>
      latencies.slice(from, to).reduce((longest, one) => Math.max(longest, one), 0),
    async stop() {
      running = false;
      await Promise.all(callers);
      agent.destroy();
    },
  };
}
