import { Agent, get } from 'node:http';

/** Calls that keep coming from several clients at once, until they are stopped. */
export interface Load {
  /** Complete answers so far, by status. */
  readonly answered: ReadonlyMap<number, number>;
  /** Calls that were sent and got no complete answer, because the connection broke. */
  readonly broken: () => number;
  /** Calls that could not be sent, because nobody took the connection. */
  readonly unsent: () => number;
  /** Milliseconds that each answered call took. */
  readonly latencies: readonly number[];
  /** Ends the load when the calls under way are answered or broken. */
  stop(): Promise<void>;
}

/** Starts `parallel` callers, each with one call under way at a time. */
export function startLoad(url: () => string, headers: () => Record<string, string>, parallel: number): Load {
  const answered = new Map<number, number>();
  const latencies: number[] = [];
  const agent = new Agent({ keepAlive: true, maxSockets: parallel });
  let broken = 0;
  let unsent = 0;
  let running = true;

  function call(): Promise<void> {
    return new Promise((resolve) => {
      const start = performance.now();
      const request = get(url(), { agent, headers: headers() }, (response) => {
        response.resume();
        response.on('close', () => {
          if (response.complete) {
            const status = response.statusCode ?? 0;
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
      // A refused connection comes back at once: the callers must not starve the test of its turn.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  const callers = Array.from({ length: parallel }, caller);
  return {
    answered,
    latencies,
    broken: () => broken,
    unsent: () => unsent,
    async stop() {
      running = false;
      await Promise.all(callers);
      agent.destroy();
    },
  };
}
