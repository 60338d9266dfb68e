import cluster, { type Worker } from 'node:cluster';
import type { Exposition, Metrics } from './metrics.ts';

/** A worker that has not answered by then is shown as it was at the scrape before. */
const PATIENCE_MS = 1_000;

const ASK = 'vitalgate:metrics';
const TELL = 'vitalgate:metrics-of-worker';

/** Metrics as prom-client gives them out for another process. */
interface PortableMetric {
  readonly name: string;
  readonly type: unknown;
}

interface Told {
  readonly type: typeof TELL;
  readonly metrics: readonly PortableMetric[];
}

/** In a worker: answers the primary when it asks for metrics. `onError` hears why if they cannot be had. */
export function tellPrimary(metrics: Metrics, onError: (error: unknown) => void): void {
  process.on('message', (message: unknown) => {
    if (message !== ASK) return;
    portable(metrics).then((told) => {
      // Without a callback a primary that is gone by now would be an error that ends the process.
      process.send?.({ type: TELL, metrics: told } satisfies Told, () => undefined);
    }, onError);
  });
}

async function portable(metrics: Metrics): Promise<PortableMetric[]> {
  const registries = await metrics.registries();
  return (await Promise.all(registries.map((registry) => registry.getMetricsAsJSON()))).flat();
}

/**
 * In the primary: the metrics of all workers as one, added up by prom-client. What a worker counted stays in the sum when
 * it ends (`AggregatorRegistry.clusterMetrics` drops it): a sum that falls is a restart to Prometheus, which would add
 * all that the other workers have ever counted once more.
 */
export class ClusterMetrics {
  readonly #latest = new Map<number, readonly PortableMetric[]>();
  #ended: readonly PortableMetric[] = [];
  readonly #waiting = new Map<number, Set<() => void>>();

  constructor() {
    cluster.on('message', (worker: Worker, message: unknown) => {
      if (!isTold(message)) return;
      this.#latest.set(worker.id, message.metrics);
      this.#release(worker.id);
    });
    cluster.on('exit', ({ id }: Worker) => {
      this.#release(id);
      this.#ended = [...this.#ended, ...(this.#latest.get(id) ?? []).filter(({ type }) => GROWING.has(type))];
      this.#latest.delete(id);
    });
  }

  async expose(): Promise<Exposition> {
    await Promise.all(Object.values(cluster.workers ?? {}).map((worker) => worker && this.#ask(worker)));
    const { AggregatorRegistry } = await import('prom-client');
    // Together once more, so that a year of restarts does not pile up.
    const ended = this.#ended;
    const together = await AggregatorRegistry.aggregate([ended]).getMetricsAsJSON();
    if (ended === this.#ended) this.#ended = together;
    const sum = AggregatorRegistry.aggregate([this.#ended, ...this.#latest.values()]);
    return { contentType: sum.contentType, body: await sum.metrics() };
  }

  #ask(worker: Worker): Promise<void> {
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(worker.id) ?? new Set();
      this.#waiting.set(worker.id, waiting.add(resolve));
      setTimeout(resolve, PATIENCE_MS).unref();
      // A worker may be gone before its exit is known; what cannot be sent to it is no error of the primary.
      if (worker.isConnected()) worker.send(ASK, (error) => error && resolve());
      else resolve();
    });
  }

  #release(id: number): void {
    for (const resolve of this.#waiting.get(id) ?? []) resolve();
    this.#waiting.delete(id);
  }
}

/** Gauges end with their worker; counts do not. */
const GROWING = new Set<unknown>(['counter', 'histogram']);

function isTold(message: unknown): message is Told {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === TELL;
}
