import cluster, { type Worker } from 'node:cluster';
import { firstStart } from '../../accounts/onboarding/first-start.ts';
import { type Config, environmentWithFile, readConfig } from '../../configuration/config.ts';
import { startMailer } from '../../mail/mailer.ts';
import type { ReloadReport } from '../../operations/admin-server.ts';
import { ClusterMetrics } from '../../operations/cluster-metrics.ts';
import type { Readiness } from '../../operations/health.ts';
import type { GatewayLog } from '../../operations/logger.ts';
import { openAdmin } from '../process/admin.ts';
import { applyPlans, type Installation, openInstallation } from '../process/installation.ts';
import type { RunningGateway } from '../process/start.ts';
import { isReadinessReport, REQUIRED, type Ready } from './messages.ts';
import { joinReadiness } from './readiness.ts';
import { stopWorker, WorkerSlot } from './worker-slot.ts';

/**
 * Starts a gateway with `WORKERS` processes. This process is their primary: it locks `DATA_DIR`, runs the tasks that a
 * gateway needs once, and hands each connection to a worker in turn. It answers no calls itself, so that little can
 * fail in it.
 *
 * @throws WorkerNotStarted, and the errors of `openInstallation`
 */
export async function startWorkers(config: Config, log: GatewayLog): Promise<RunningGateway> {
  const { logger } = log;
  const installation = await openInstallation(config, log);
  const fork = (required: readonly string[]) =>
    cluster.fork({ ...pinned(config), [REQUIRED]: JSON.stringify(required) });
  const slots = Array.from({ length: config.WORKERS }, () => new WorkerSlot({ fork, logger }));
  const replacement = replacing(slots, installation, log);
  const joined = watchReadiness(config.WORKERS);
  const readiness = () => withFailedReplacement(joined(), replacement.failed);
  const metrics = new ClusterMetrics();
  const { port, baseUrl } = await startAll(slots);
  const mailer = await startMailer(config, { records: installation.records, baseUrl, clock: Date.now, log });
  const admin = await openAdmin(config, log, { expose: () => metrics.expose(), readiness, reload: replacement.start });
  return {
    port,
    baseUrl,
    adminPort: admin?.port ?? null,
    first: await firstStart(installation.records, Date.now()),
    reload: replacement.start,
    async stop() {
      for (const slot of slots) slot.close();
      await Promise.all(livingWorkers().map((worker) => stopWorker(worker, 'all')));
      await mailer.stop();
      admin?.close();
      await installation.close();
    },
  };
}

/**
 * Each worker reads the environment and `.env` itself, including later changes, except for the address that all workers
 * share and the locked folder.
 */
function pinned({ PORT, HOST, DATA_DIR }: Config): Record<string, string> {
  return { PORT: String(PORT), HOST, DATA_DIR };
}

/** The first worker starts alone, so that an error that affects all workers is reported once. */
async function startAll([first, ...others]: readonly WorkerSlot[]): Promise<Ready> {
  if (first === undefined) throw new Error('no workers configured');
  const ready = await first.start();
  await Promise.all(others.map((slot) => slot.start()));
  return ready;
}

function livingWorkers(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
}

/** Collects the workers' readiness reports. */
function watchReadiness(expected: number): () => Readiness {
  const latest = new Map<number, Readiness>();
  cluster.on('message', ({ id }: Worker, message: unknown) => {
    if (isReadinessReport(message)) latest.set(id, message.readiness);
  });
  cluster.on('exit', ({ id }: Worker) => latest.delete(id));
  return () => joinReadiness([...latest.values()], expected);
}

/** Replaces the workers one by one, with the current configuration and plans file. */
interface Replacement {
  /** Whether the last replacement failed. */
  readonly failed: boolean;
  /** Replaces the workers after the replacement that runs. @throws Error if one of them keeps running */
  start(): Promise<ReloadReport>;
}

function replacing(slots: readonly WorkerSlot[], { records }: Installation, log: GatewayLog): Replacement {
  const { logger } = log;
  let last: Promise<unknown> = Promise.resolve();
  let waiting: Promise<ReloadReport> | null = null;
  let failed = false;

  async function replaceAll(): Promise<ReloadReport> {
    waiting = null;
    logger.info('replacing the workers');
    try {
      const config = readConfig(environmentWithFile(process.env, '.env'));
      await applyPlans(config, records, log, Date.now);
      for (const slot of slots) await slot.replace();
      logger.info('all workers replaced');
      failed = false;
      return { refused: [] };
    } catch (error) {
      failed = true;
      logger.error({ err: error }, 'replacing the workers failed: the remaining ones keep running');
      throw error;
    }
  }

  return {
    get failed() {
      return failed;
    },
    start() {
      if (waiting === null) {
        waiting = last.then(replaceAll);
        last = waiting.catch(() => undefined);
      }
      return waiting;
    },
  };
}

/** Workers that could not be replaced answer, but with the programs and plugins of before. */
function withFailedReplacement(readiness: Readiness, failed: boolean): Readiness {
  const { status, parts, reasons } = readiness;
  if (!failed || parts.workers !== 'ok') return readiness;
  return {
    status: status === 'ok' ? 'degraded' : status,
    parts: { ...parts, workers: 'degraded' },
    reasons: { ...reasons, workers: 'not-replaced' },
  };
}
