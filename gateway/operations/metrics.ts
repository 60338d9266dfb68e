import type { Aggregator, Registry } from 'prom-client';
import type { OutageFigures } from '../quota/redis/outage/guard-admission.ts';
import type { AdmissionWatch } from './admission-watch.ts';
import type { CallMeter } from './call-meter.ts';
import type { Readiness } from './health.ts';

/** Where the metrics come from. */
export interface MetricSources {
  readonly meter: CallMeter;
  readonly admissionStats: AdmissionWatch;
  readonly readiness: () => Readiness;
  /** Services elsewhere that answer calls of plugins. */
  readonly services: readonly WatchedService[];
  /** `null` where the counters have no outages: they are in this process. */
  readonly outages: (() => OutageFigures) | null;
}

/** What the metrics tell of a service. */
export interface WatchedService {
  readonly name: string;
  /** Calls that ended so far, by how they did. */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly instances: readonly { readonly name: string; readonly breaker: { readonly open: boolean } }[];
}

/** A number that some part of the gateway can tell at any time. */
export interface GaugeReading {
  /** Begins with `vitalgate_`; ends with the unit, if it has one. */
  readonly name: string;
  readonly help: string;
  /** Asked at every scrape; must answer from memory. */
  readonly read: () => number;
  /** What becomes of the numbers of several workers. */
  readonly aggregator: Extract<Aggregator, 'sum' | 'min' | 'max' | 'average'>;
}

/** What a scraper gets. */
export interface Exposition {
  readonly contentType: string;
  readonly body: string;
}

/**
 * The metrics of one process, to be scraped. prom-client is loaded by the first scrape: an installation that nobody
 * watches starts faster and 13 MB smaller without it.
 */
export class Metrics {
  readonly #sources: MetricSources;
  readonly #gauges: GaugeReading[] = [];
  #registries: Promise<Registry[]> | null = null;

  constructor(sources: MetricSources) {
    this.#sources = sources;
  }

  /** Adds a gauge. To be called at the start, before the first scrape. */
  gauge(reading: GaugeReading): void {
    this.#gauges.push(reading);
  }

  /** What prom-client knows of this process: the gateway's metrics, and those of Node. */
  registries(): Promise<Registry[]> {
    this.#registries ??= this.#build();
    return this.#registries;
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
