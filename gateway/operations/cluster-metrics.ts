import cluster, { type Worker } from 'node:cluster';
import type { Exposition, Metrics } from './metrics.ts';

/** A worker that has not answered by then is shown with its metrics of the previous scrape. */
const PATIENCE_MS = 1_000;

const ASK = 'vitalgate:metrics';
const ANSWER = 'vitalgate:metrics-of-worker';

/** Metrics as prom-client serializes them for another process. */
interface PortableMetric {
  readonly name: string;
  readonly type: unknown;
}

interface WorkerMetrics {
  readonly type: typeof ANSWER;
  readonly metrics: readonly PortableMetric[];
}

/** In a worker: sends metrics to the primary on request. Calls `onError` if they cannot be read. */
export function answerPrimary(metrics: Metrics, onError: (error: unknown) => void): void {
  process.on('message', (message: unknown) => {
    if (message !== ASK) return;
    portable(metrics).then((collected) => {
      // Without a callback, a primary that has ended would cause an error that ends this process.
      process.send?.({ type: ANSWER, metrics: collected } satisfies WorkerMetrics, () => undefined);
    }, onError);
  });
}

async function portable(metrics: Metrics): Promise<PortableMetric[]> {
  const registries = await metrics.registries();
  return (await Promise.all(registries.map((registry) => registry.getMetricsAsJSON()))).flat();
}

/**
 * In the primary: the metrics of all workers as one, summed by prom-client. The counts of a worker stay in the sum when
 * it ends (`AggregatorRegistry.clusterMetrics` drops them): Prometheus takes a falling sum as a restart and would add
 * everything that the other workers ever counted again.
 */
export class ClusterMetrics {
  readonly #latest = new Map<number, readonly PortableMetric[]>();
  #ended: readonly PortableMetric[] = [];
  readonly #waiting = new Map<number, Set<() => void>>();

  constructor() {
    cluster.on('message', (worker: Worker, message: unknown) => {
      if (!isWorkerMetrics(message)) return;
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
    // Aggregated again, so that metrics of ended workers do not pile up over restarts.
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
      // A worker may be gone before its exit event. Failing to send to it is no error of the primary.
      if (worker.isConnected()) worker.send(ASK, (error) => error && resolve());
      else resolve();
    });
  }

  #release(id: number): void {
    for (const resolve of this.#waiting.get(id) ?? []) resolve();
    this.#waiting.delete(id);
  }
}

/** Types kept after a worker ends: counts, but not gauges. */
const GROWING = new Set<unknown>(['counter', 'histogram']);

function isWorkerMetrics(message: unknown): message is WorkerMetrics {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === ANSWER;
}
