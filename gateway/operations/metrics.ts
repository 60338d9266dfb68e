import type { Aggregator, Registry } from 'prom-client';
import type { LeaseFigures } from '../quota/admission/lease-table.ts';
import type { OutageFigures } from '../quota/redis/outage/guard-admission.ts';
import { loadedOnce } from '../threads/loaded-once.ts';
import type { AdmissionWatch } from './admission-watch.ts';
import type { CallMeter } from './call-meter.ts';
import type { Readiness } from './health.ts';

/** The sources of the metrics. */
export interface MetricSources {
  readonly meter: CallMeter;
  readonly admissionStats: AdmissionWatch;
  readonly readiness: () => Readiness;
  /** Remote services that answer calls of plugins. */
  readonly services: () => readonly WatchedService[];
  /** `null` if the counters are in this process and have no outages. */
  readonly outages: (() => OutageFigures) | null;
  /** `null` for counters without leases. */
  readonly leases: (() => LeaseFigures) | null;
  /** What the counters have lost since the start. */
  readonly losses: () => LossFigures;
}

/** The part of a service that the metrics read. */
export interface WatchedService {
  readonly name: string;
  /** Finished calls, by outcome. */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly instances: readonly { readonly name: string; readonly breaker: { readonly open: boolean } }[];
  /** The calculators that are out of use at an instance. */
  circuitsOpen(): readonly { readonly calculator: string; readonly instance: { readonly name: string } }[];
}

/** Counters and units that the counter store has lost. */
export interface LossFigures {
  /** Counters of a client and month. */
  readonly counters: number;
  /** Units that the records have restored. */
  readonly restored: number;
  /** Units that the store had confirmed and that the records do not contain. */
  readonly lost: number;
}

/** A number that a part of the gateway can report at any time. */
export interface GaugeReading {
  /** Starts with `vitalgate_`; ends with the unit, if it has one. */
  readonly name: string;
  readonly help: string;
  /** Called at every scrape. Must answer from memory. */
  readonly read: () => number;
  /** How to combine the numbers of several workers. */
  readonly aggregator: Extract<Aggregator, 'sum' | 'min' | 'max' | 'average'>;
}

/** The answer to a scrape. */
export interface Exposition {
  readonly contentType: string;
  readonly body: string;
}

/**
 * The metrics of one process. The first scrape loads prom-client: an unmonitored installation starts faster and 13 MB
 * smaller without it.
 */
export class Metrics {
  readonly #sources: MetricSources;
  readonly #gauges: GaugeReading[] = [];
  /** The registries of this process: the gateway's metrics, and Node's. */
  readonly registries = loadedOnce((): Promise<Registry[]> => this.#build());

  constructor(sources: MetricSources) {
    this.#sources = sources;
  }

  /** Adds a gauge. Call it before the first scrape. */
  gauge(reading: GaugeReading): void {
    this.#gauges.push(reading);
  }

  async expose(): Promise<Exposition> {
    const registries = await this.registries();
    const bodies = await Promise.all(registries.map((registry) => registry.metrics()));
    return { contentType: registries[0]?.contentType ?? '', body: bodies.join('\n') };
  }

  async #build(): Promise<Registry[]> {
    const { addGauge, gatewayRegistry, processRegistry } = await import('./exposition.ts');
    const registry = gatewayRegistry(this.#sources);
    for (const gauge of this.#gauges) addGauge(registry, gauge);
    return [registry, processRegistry()];
  }
}
