import { Counter, Gauge, type Registry } from 'prom-client';
import type { LeaseFigures } from '../quota/admission/lease-table.ts';

/** Metrics about the leases of a process. Gauges are summed over all workers. */
export function addLeaseMetrics(registry: Registry, figures: () => LeaseFigures): void {
  const registers = [registry];
  new Gauge({
    name: 'vitalgate_leases',
    help: 'Leases by which processes decide calls without asking Redis.',
    registers,
    collect() {
      this.set(figures().open);
    },
  });
  new Gauge({
    name: 'vitalgate_lease_units',
    help: 'Units of leases: unused, or used by answered calls that are not reported to Redis yet.',
    labelNames: ['state'],
    registers,
    collect() {
      const { unused, unreported } = figures();
      this.set({ state: 'unused' }, unused);
      this.set({ state: 'unreported' }, unreported);
    },
  });
  new Counter({
    name: 'vitalgate_lease_renewals_total',
    help: 'Renewals of leases: granted, or refused by Redis, which closes the lease.',
    labelNames: ['outcome'],
    registers,
    collect() {
      const { renewals, refusedRenewals } = figures();
      this.reset();
      this.inc({ outcome: 'granted' }, renewals);
      this.inc({ outcome: 'refused' }, refusedRenewals);
    },
  });
  new Counter({
    name: 'vitalgate_lease_recalls_total',
    help: 'Leases closed early, because another process needed what they held.',
    registers,
    collect() {
      this.reset();
      this.inc(figures().recalls);
    },
  });
}
