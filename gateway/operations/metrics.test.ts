import { describe, expect, it } from 'vitest';
import { startTestGateway, TDEE } from '../../test/support/in-process-gateway.ts';
import { newKey } from '../accounts/keys/key-format.ts';
import { AdmissionWatch } from './admission-watch.ts';
import { CallMeter } from './call-meter.ts';
import { type MetricSources, Metrics } from './metrics.ts';

/** The samples of an exposition, by name with labels. */
function samplesOf(text: string): Record<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );
}

describe('the metrics of a gateway', () => {
  it('count calls, verdicts, look-ups and refusals', async () => {
    const gateway = await startTestGateway({ ADMIN_PORT: '0' });
    try {
      const calls: [path: string, headers?: Record<string, string>][] = [
        [TDEE],
        [TDEE],
        ['/api/v1/tdee?weight=abc'],
        ['/api/v1/nothing-like-it'],
        [TDEE, {}],
        [TDEE, { 'X-API-Key': newKey('live') }],
      ];
      for (const call of calls) await (await gateway.get(...call)).body?.cancel();

      const answer = await fetch(`http://127.0.0.1:${gateway.adminPort}/metrics`);
      expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
      const text = await answer.text();
      expect(samplesOf(text)).toMatchObject({
        'vitalgate_calls_total{calculator="tdee",status="2xx"}': 2,
        'vitalgate_calls_total{calculator="tdee",status="4xx"}': 1,
        'vitalgate_calls_total{calculator="none",status="4xx"}': 3,
        'vitalgate_admissions_total{outcome="admitted"}': 3,
        'vitalgate_admissions_total{outcome="unavailable"}': 0,
        'vitalgate_failed_authentications_total{status="401"}': 2,
        'vitalgate_reduced_capacity_calls_total{reason="waiting"}': 0,
        'vitalgate_reduced_capacity_calls_total{reason="overloaded"}': 0,
        'vitalgate_part_state{part="records",state="ok"}': 1,
        'vitalgate_part_state{part="counters",state="degraded"}': 0,
        vitalgate_call_duration_seconds_count: 6,
        'vitalgate_step_duration_seconds_count{step="quota"}': 1,
        'vitalgate_step_duration_seconds_count{step="forward"}': 1,
        nodejs_eventloop_lag_p99_seconds: expect.any(Number),
        process_resident_memory_bytes: expect.any(Number),
      });
      // The feed may report the new key between two calls; then it is read once more.
      const lookups = (result: string) => samplesOf(text)[`vitalgate_principal_lookups_total{result="${result}"}`] ?? 0;
      expect(lookups('hit') + lookups('miss')).toBe(5);
      expect([2, 3]).toContain(lookups('miss'));
      // Labels contain only the gateway's own names, nothing that a caller sent.
      expect(text).not.toContain('nothing-like-it');
      expect(text).not.toMatch(/vg_|cl_|key_|127\.0\.0\.1/);
    } finally {
      await gateway.stop();
    }
  });

  it('are not served on the API port, and nowhere if switched off', async () => {
    const gateway = await startTestGateway({ ADMIN_PORT: 'off' });
    try {
      expect(gateway.adminPort).toBeNull();
      expect((await gateway.get('/metrics')).status).toBe(404);
    } finally {
      await gateway.stop();
    }
  });
});

describe('a histogram', () => {
  it('has cumulative buckets, as Prometheus expects', async () => {
    let now = 0;
    const meter = new CallMeter(() => now);
    for (const ms of [0.02, 0.02, 3, 7_000]) {
      const call = { began: 0, timer: null, route: null };
      meter.begin(call, now);
      now += ms;
      meter.end(call, 200);
    }
    const samples = samplesOf((await metricsOf(meter).expose()).body);
    const buckets = [0.00001, 0.000025, 0.0025, 0.005, 5, '+Inf'].map(
      (le) => samples[`vitalgate_call_duration_seconds_bucket{le="${le}"}`],
    );
    expect(buckets).toEqual([0, 2, 2, 3, 3, 4]);
    expect(samples.vitalgate_call_duration_seconds_count).toBe(4);
    expect(samples.vitalgate_call_duration_seconds_sum).toBeCloseTo(7.00304, 9);
  });
});

describe('a gauge', () => {
  it('is read at every scrape', async () => {
    let journal = 3;
    const metrics = metricsOf(new CallMeter());
    metrics.gauge({ name: 'vitalgate_journal_calls', help: 'h', aggregator: 'sum', read: () => journal });
    expect((await metrics.expose()).body).toContain(
      '# TYPE vitalgate_journal_calls gauge\nvitalgate_journal_calls 3\n',
    );
    journal = 0;
    expect(samplesOf((await metrics.expose()).body)).toMatchObject({ vitalgate_journal_calls: 0 });
  });
});

describe('counters in Redis', () => {
  it('report their outages', async () => {
    const outages = () => ({
      away: true,
      openings: 2,
      fallback: { admitted: 7, refused: 3, unavailable: 1 },
      uncounted: 5,
      counted: 4,
    });
    expect(samplesOf((await metricsOf(new CallMeter(), { outages }).expose()).body)).toMatchObject({
      vitalgate_redis_away: 1,
      vitalgate_redis_outages_total: 2,
      'vitalgate_fallback_calls_total{outcome="admitted"}': 7,
      'vitalgate_fallback_calls_total{outcome="refused"}': 3,
      'vitalgate_fallback_calls_total{outcome="unavailable"}': 1,
      vitalgate_uncounted_calls: 5,
      vitalgate_recovered_calls_total: 4,
    });
  });

  it('report the leases of the process', async () => {
    const leases = () => ({ open: 3, unused: 40, unreported: 7, renewals: 9, refusedRenewals: 2, recalls: 1 });
    expect(samplesOf((await metricsOf(new CallMeter(), { leases }).expose()).body)).toMatchObject({
      vitalgate_leases: 3,
      'vitalgate_lease_units{state="unused"}': 40,
      'vitalgate_lease_units{state="unreported"}': 7,
      'vitalgate_lease_renewals_total{outcome="granted"}': 9,
      'vitalgate_lease_renewals_total{outcome="refused"}': 2,
      vitalgate_lease_recalls_total: 1,
    });
  });

  it('report what they have lost', async () => {
    expect(samplesOf((await metricsOf(new CallMeter()).expose()).body)).toMatchObject({
      vitalgate_lost_counters_total: 2,
      vitalgate_restored_units_total: 30,
      vitalgate_lost_units_total: 4,
    });
  });

  it('have no metrics without Redis', async () => {
    expect((await metricsOf(new CallMeter()).expose()).body).not.toMatch(/redis|fallback|lease/i);
  });
});

function metricsOf(meter: CallMeter, redis: Partial<Pick<MetricSources, 'outages' | 'leases'>> = {}): Metrics {
  const readiness = () => ({ status: 'ok', parts: {}, reasons: {} }) as const;
  const losses = () => ({ counters: 2, restored: 30, lost: 4 });
  const counters = { outages: null, leases: null, losses, ...redis };
  return new Metrics({
    meter,
    admissionStats: new AdmissionWatch(() => 0),
    readiness,
    services: () => [],
    ...counters,
  });
}
