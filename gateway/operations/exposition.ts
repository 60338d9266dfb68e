import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { STATUS_CLASSES, STEPS } from './call-meter.ts';
import { LATENCY_BOUNDS, type Latencies } from './latencies.ts';
import { addLeaseMetrics } from './lease-metrics.ts';
import type { GaugeReading, MetricSources } from './metrics.ts';
import { addOutageMetrics } from './outage-metrics.ts';

/**
 * The gateway's metrics as a registry of prom-client. Values are read at each scrape. No label value comes from a
 * caller.
 */
export function gatewayRegistry({
  meter,
  admissionStats,
  readiness,
  services,
  outages,
  leases,
  losses,
}: MetricSources): Registry {
  const registry = new Registry();
  const registers = [registry];

  new Counter({
    name: 'vitalgate_calls_total',
    help: 'Calls answered, by calculator ("none": refused before one was found) and status class.',
    labelNames: ['calculator', 'status'],
    registers,
    collect() {
      this.reset();
      for (const [calculator, row] of meter.calls) {
        STATUS_CLASSES.forEach((status, at) => {
          this.inc({ calculator, status }, row[at] ?? 0);
        });
      }
    },
  });
  new Counter({
    name: 'vitalgate_admissions_total',
    help: 'Verdicts on calls: admitted, refused by a limit (burst, month, credits, cap), or undecided because the counters did not answer (unavailable).',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(admissionStats.verdicts)) this.inc({ outcome }, count);
    },
  });
  new Counter({
    name: 'vitalgate_principal_lookups_total',
    help: 'Look-ups of well-formed keys: found in the cache (hit) or read from the records (miss).',
    labelNames: ['result'],
    registers,
    collect() {
      this.reset();
      this.inc({ result: 'hit' }, meter.principalHits);
      this.inc({ result: 'miss' }, meter.principalMisses);
    },
  });
  new Counter({
    name: 'vitalgate_failed_authentications_total',
    help: 'Calls without a valid key: answered 401, or 429 from an address with too many of them.',
    labelNames: ['status'],
    registers,
    collect() {
      this.reset();
      for (const [status, count] of Object.entries(meter.failures)) this.inc({ status }, count);
    },
  });
  new Counter({
    name: 'vitalgate_reduced_capacity_calls_total',
    help: 'Calls beyond the share of a client or network answered 503: too many of them waited, or the process was overloaded.',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset();
      for (const [reason, count] of Object.entries(meter.reducedCapacity)) this.inc({ reason }, count);
    },
  });
  new Counter({
    name: 'vitalgate_refused_mails_total',
    help: 'Mails to strangers not sent because the account reached its daily limit.',
    registers,
    collect() {
      this.reset();
      this.inc(meter.refusedMails);
    },
  });
  new Gauge({
    name: 'vitalgate_part_state',
    help: 'Processes in which a part of the gateway is in this state; parts and states as in /readyz.',
    labelNames: ['part', 'state'],
    registers,
    collect() {
      for (const [part, found] of Object.entries(readiness().parts)) {
        for (const state of ['ok', 'degraded', 'down']) this.set({ part, state }, state === found ? 1 : 0);
      }
    },
  });
  new Counter({
    name: 'vitalgate_service_calls_total',
    help: 'Calls of remote services: answered, ended in a problem (failed, unavailable, timeout), not sent because too many run (busy), or left by the caller.',
    labelNames: ['service', 'outcome'],
    registers,
    collect() {
      this.reset();
      for (const { name: service, outcomes } of services()) {
        for (const [outcome, count] of Object.entries(outcomes)) this.inc({ service, outcome }, count);
      }
    },
  });
  new Gauge({
    name: 'vitalgate_service_instance_out',
    help: 'Processes that do not use this instance of a service because it did not answer.',
    labelNames: ['service', 'instance'],
    registers,
    collect() {
      this.reset();
      for (const { name: service, instances } of services()) {
        for (const { name: instance, breaker } of instances) this.set({ service, instance }, breaker.open ? 1 : 0);
      }
    },
  });
  new Counter({
    name: 'vitalgate_lost_counters_total',
    help: 'Counters of a client and month that were restored from the records, because the counter store had lost them.',
    registers,
    collect() {
      this.reset();
      this.inc(losses().counters);
    },
  });
  new Counter({
    name: 'vitalgate_restored_units_total',
    help: 'Units of these counters that the counter store had lost and the records had.',
    registers,
    collect() {
      this.reset();
      this.inc(losses().restored);
    },
  });
  new Counter({
    name: 'vitalgate_lost_units_total',
    help: 'Units that the counter store had confirmed after the last checkpoint and then lost.',
    registers,
    collect() {
      this.reset();
      this.inc(losses().lost);
    },
  });
  new Gauge({
    name: 'vitalgate_service_calculator_out',
    help: 'Processes that do not call this calculator at this instance of a service because it failed there.',
    labelNames: ['service', 'instance', 'calculator'],
    registers,
    collect() {
      this.reset();
      for (const service of services()) {
        for (const { calculator, instance } of service.circuitsOpen()) {
          this.set({ service: service.name, instance: instance.name, calculator }, 1);
        }
      }
    },
  });
  if (outages !== null) addOutageMetrics(registry, outages);
  if (leases !== null) addLeaseMetrics(registry, leases);
  new CountedHistogram(registry, {
    name: 'vitalgate_call_duration_seconds',
    help: 'Time from the first step of the pipeline to the answer.',
    label: null,
    series: [['', meter.latencies]],
  });
  new CountedHistogram(registry, {
    name: 'vitalgate_step_duration_seconds',
    help: 'Time per step of the pipeline, waiting included; measured in one call out of seventeen.',
    label: 'step',
    series: STEPS.map((step) => [step, meter.steps[step]] as const),
  });
  return registry;
}

/** A gauge that reads one number. */
export function addGauge(registry: Registry, { name, help, read, aggregator }: GaugeReading): void {
  new Gauge({
    name,
    help,
    aggregator,
    registers: [registry],
    collect() {
      this.set(read());
    },
  });
}

interface CountedHistogramOptions {
  readonly name: string;
  readonly help: string;
  readonly label: string | null;
  readonly series: readonly (readonly [value: string, latencies: Latencies])[];
}

/** A histogram whose observations are counted outside prom-client. */
class CountedHistogram extends Histogram {
  readonly #options: CountedHistogramOptions;
  /** Provides prom-client's description of the histogram. */
  readonly #plain: Histogram;

  constructor(registry: Registry, options: CountedHistogramOptions) {
    const { name, help, label } = options;
    const config = { name, help, labelNames: label === null ? [] : [label] };
    super({ ...config, registers: [registry] });
    this.#options = options;
    this.#plain = new Histogram({ ...config, registers: [] });
  }

  override async get(): ReturnType<Histogram['get']> {
    const { name, label, series } = this.#options;
    const values = series.flatMap(([value, { buckets, sumMs }]) => {
      const labels = label === null ? {} : { [label]: value };
      let count = 0;
      const cumulative = Array.from(buckets, (observed, at) => {
        count += observed;
        return { metricName: `${name}_bucket`, labels: { ...labels, le: LATENCY_BOUNDS[at] ?? '+Inf' }, value: count };
      });
      return [
        ...cumulative,
        { metricName: `${name}_sum`, labels, value: sumMs / 1_000 },
        { metricName: `${name}_count`, labels, value: count },
      ];
    });
    return { ...(await this.#plain.get()), values };
  }

  /** prom-client formats histograms by this method, which otherwise returns its own representation. */
  getForPromString(): ReturnType<Histogram['get']> {
    return this.get();
  }
}

let processMetrics: Registry | null = null;

/** Metrics of the process itself: one set per process, even with several gateways (as in tests). */
export function processRegistry(): Registry {
  if (processMetrics === null) {
    processMetrics = new Registry();
    collectDefaultMetrics({ register: processMetrics });
  }
  return processMetrics;
}
