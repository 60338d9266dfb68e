import { Counter, Gauge, type Registry } from 'prom-client';
import type { OutageFigures } from '../quota/redis/outage/guard-admission.ts';

/** How a process does without Redis. Its gauges are added up over all workers. */
export function addOutageMetrics(registry: Registry, figures: () => OutageFigures): void {
  const registers = [registry];
  new Gauge({
    name: 'vitalgate_redis_away',
    help: 'Processes that answer calls without Redis now, because it does not answer them.',
    registers,
    collect() {
      this.set(figures().away ? 1 : 0);
    },
  });
  new Counter({
    name: 'vitalgate_redis_outages_total',
    help: 'How often a process has given Redis up.',
    registers,
    collect() {
      this.reset();
      this.inc(figures().openings);
    },
  });
  new Counter({
    name: 'vitalgate_fallback_calls_total',
    help: 'Calls decided without Redis: admitted, refused, or unavailable because they could not be noted in the journal.',
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
