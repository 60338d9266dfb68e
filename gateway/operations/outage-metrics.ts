import { Counter, Gauge, type Registry } from 'prom-client';
import type { OutageFigures } from '../quota/redis/outage/guard-admission.ts';

/** Metrics about outages of Redis. Gauges are summed over all workers. */
export function addOutageMetrics(registry: Registry, figures: () => OutageFigures): void {
  const registers = [registry];
  new Gauge({
    name: 'vitalgate_redis_away',
    help: 'Processes that currently answer calls without Redis, because it does not respond.',
    registers,
    collect() {
      this.set(figures().away ? 1 : 0);
    },
  });
  new Counter({
    name: 'vitalgate_redis_outages_total',
    help: 'Outages of Redis seen by processes.',
    registers,
    collect() {
      this.reset();
      this.inc(figures().openings);
    },
  });
  new Counter({
    name: 'vitalgate_fallback_calls_total',
    help: 'Calls decided without Redis: admitted, refused, or unavailable because the journal could not be written.',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(figures().fallback)) this.inc({ outcome }, count);
    },
  });
  new Gauge({
    name: 'vitalgate_uncounted_calls',
    help: 'Answered calls in journals that are not known to be counted yet.',
    registers,
    collect() {
      this.set(figures().uncounted);
    },
  });
  new Counter({
    name: 'vitalgate_recovered_calls_total',
    help: 'Calls from journals that were counted after an outage.',
    registers,
    collect() {
      this.reset();
      this.inc(figures().counted);
    },
  });
}
