import cluster, { type Worker } from 'node:cluster';
import { firstStart } from '../../accounts/onboarding/first-start.ts';
import { type Config, environmentWithFile, readConfig } from '../../configuration/config.ts';
import { startMailer } from '../../mail/mailer.ts';
import { ClusterMetrics } from '../../operations/cluster-metrics.ts';
import type { Readiness } from '../../operations/health.ts';
import type { GatewayLog } from '../../operations/logger.ts';
import { openAdmin } from '../process/admin.ts';
import { applyPlans, type Installation, openInstallation } from '../process/installation.ts';
import type { RunningGateway } from '../process/start.ts';
import { isReadinessReport, type Ready } from './messages.ts';
import { joinReadiness } from './readiness.ts';
import { stopWorker, WorkerSlot } from './worker-slot.ts';

/**
 * Starts a gateway of `WORKERS` processes. This one, their primary, takes `DATA_DIR`, does what a gateway needs once,
 * and hands each connection to a worker in turn. It answers no calls itself, so that little can go wrong in it.
 *
 * @throws WorkerNotStarted, and what `openInstallation` throws
 */
export async function startWorkers(config: Config, log: GatewayLog): Promise<RunningGateway> {
  const { logger } = log;
  const installation = await openInstallation(config, log, Date.now);
  const fork = () => cluster.fork(pinned(config));
  const places = Array.from({ length: config.WORKERS }, () => new WorkerSlot({ fork, logger }));
  const readiness = watchReadiness(config.WORKERS);
  const metrics = new ClusterMetrics();
  const { port, baseUrl } = await startAll(places);
  const mailer = await startMailer(config, { records: installation.records, baseUrl, clock: Date.now, log });
  const admin = await openAdmin(config, log, { expose: () => metrics.expose(), readiness });
  return {
    port,
    baseUrl,
    adminPort: admin?.port ?? null,
    first: await firstStart(installation.records, Date.now()),
    exchangeWorkers: exchanging(places, installation, log),
    async stop() {
      for (const place of places) place.close();
      await Promise.all(livingWorkers().map((worker) => stopWorker(worker, 'all')));
      await mailer.stop();
      admin?.close();
      await installation.close();
    },
  };
}

/**
 * A worker reads the environment and `.env` itself, and finds there what has changed since; but not another address than
 * the one that the other workers have, nor another folder than the one that is locked.
 */
function pinned({ PORT, HOST, DATA_DIR }: Config): Record<string, string> {
  return { PORT: String(PORT), HOST, DATA_DIR };
}

/** The first worker starts alone: what keeps all of them from starting is told once. */
async function startAll([first, ...others]: readonly WorkerSlot[]): Promise<Ready> {
  if (first === undefined) throw new Error('a gateway without workers');
  const ready = await first.start();
  await Promise.all(others.map((place) => place.start()));
  return ready;
}

function livingWorkers(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
}

/** Hears what the workers say of their readiness. */
function watchReadiness(expected: number): () => Readiness {
  const latest = new Map<number, Readiness>();
  cluster.on('message', ({ id }: Worker, message: unknown) => {
    if (isReadinessReport(message)) latest.set(id, message.readiness);
  });
  cluster.on('exit', ({ id }: Worker) => latest.delete(id));
  return () => joinReadiness([...latest.values()], expected);
}

/** Exchanges the workers one by one, with what the configuration and the file of plans say by then. */
function exchanging(places: readonly WorkerSlot[], { records }: Installation, log: GatewayLog): () => void {
  const { logger } = log;
  let last: Promise<void> = Promise.resolve();
  let waiting = false;

  async function exchangeAll(): Promise<void> {
    waiting = false;
    logger.info('exchanging the workers');
    try {
      const config = readConfig(environmentWithFile(process.env, '.env'));
      await applyPlans(config, records, log, Date.now);
      for (const place of places) await place.exchange();
      logger.info('all workers are exchanged');
    } catch (error) {
      logger.error({ err: error }, 'the exchange has ended early: workers that were not exchanged go on');
    }
  }

  return () => {
    if (waiting) return;
    waiting = true;
    last = last.then(exchangeAll);
  };
}
