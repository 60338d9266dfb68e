import cluster from 'node:cluster';
import { createServer } from 'node:http';
import { startAdminServer } from '../admin-server.ts';
import { AdmissionWatch } from '../admission-watch.ts';
import { CallMeter } from '../call-meter.ts';
import { answerPrimary, ClusterMetrics } from '../cluster-metrics.ts';
import { Metrics } from '../metrics.ts';

/** A primary with two workers. On command, a worker answers a call or exits. */
const readiness = () => ({ status: 'ok', parts: { counters: 'ok' }, reasons: {} }) as const;

if (cluster.isPrimary) {
  const metrics = new ClusterMetrics();
  const quiet = { warn: () => undefined, error: () => undefined };
  const admin = await startAdminServer({
    host: '127.0.0.1',
    port: 0,
    names: [],
    expose: () => metrics.expose(),
    readiness,
    reload: async () => ({ refused: [] }),
    log: quiet,
  });
  const workers = [cluster.fork(), cluster.fork()];
  const control = createServer((req, res) => {
    const [, command = '', at = ''] = (req.url ?? '').split('/');
    const worker = workers[Number(at)];
    if (command === 'end') worker?.once('exit', () => res.end());
    else worker?.once('message', () => res.end());
    worker?.send(command, () => undefined);
  });
  control.listen(0, '127.0.0.1', () => {
    const address = control.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    process.stdout.write(`${admin.port} ${port}\n`);
  });
} else {
  const meter = new CallMeter();
  const metrics = new Metrics({
    meter,
    admissionStats: new AdmissionWatch(Date.now),
    readiness,
    services: () => [],
    outages: null,
    leases: null,
    losses: () => ({ counters: 0, restored: 0, lost: 0 }),
  });
  answerPrimary(metrics, (error) => console.error(error));
  process.on('message', (message) => {
    if (message === 'end') process.exit(0);
    if (message === 'hang') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_000);
    if (message !== 'call') return;
    const call = { began: 0, timer: null, route: { endpoint: { calculator: 'tdee' } } };
    meter.begin(call, meter.now());
    meter.end(call, 200);
    process.send?.('called');
  });
}
