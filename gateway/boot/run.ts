import cluster from 'node:cluster';
import { PlansFileUnusable } from '../accounts/plans/plans-file.ts';
import {
  type Config,
  ConfigurationError,
  earlierNames,
  environmentWithFile,
  readConfig,
} from '../configuration/config.ts';
import { MarketplacesFileUnusable } from '../marketplace/marketplaces-file.ts';
import { createLog, type GatewayLog } from '../operations/logger.ts';
import { UnsuitableRedis } from '../quota/redis/unsuitable-redis.ts';
import { RecordsUnusable } from '../records/connect-retry.ts';
import { DeprecationsFileUnusable } from '../request/deprecation/deprecations-file.ts';
import { PoliciesFileUnusable } from '../request/policies/policies.ts';
import { answerCalls } from '../threads/v8-flags.ts';
import { InstallationDamaged } from '../values/installation-damaged.ts';
import { sizeHeapRoom } from './heap-growth.ts';
import { DataDirInUse, DataDirUnusable } from './process/data-dir-lock.ts';
import { writePrivately } from './process/private-files.ts';
import type { CreateApp } from './process/serve.ts';
import { startGateway } from './process/start.ts';
import { firstStartLines, startLines } from './welcome.ts';
import { WorkerNotStarted } from './workers/worker-not-started.ts';

/** Exit code for an unusable configuration: a supervisor need not retry. */
const EXIT_CONFIGURATION = 2;

/**
 * Runs a gateway or one of its workers until a signal ends it.
 *
 * @param createApp builds the application that answers requests
 */
export async function run(createApp: CreateApp): Promise<void> {
  writePrivately();
  try {
    const environment = environmentWithFile(process.env, '.env');
    const config = readConfig(environment);
    const log = createLog(config.LOG_LEVEL);
    if (cluster.isWorker) {
      await (await import('./workers/worker.ts')).runWorker(config, log, createApp);
    } else {
      for (const warning of earlierNames(environment)) log.logger.warn(warning);
      await runGateway(config, log, createApp);
    }
    sizeHeapRoom();
    answerCalls();
  } catch (error) {
    if (!isOperatorError(error)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(exitCode(error));
  }
}

async function runGateway(config: Config, log: GatewayLog, createApp: CreateApp): Promise<void> {
  const gateway =
    config.WORKERS > 1
      ? await (await import('./workers/primary.ts')).startWorkers(config, log)
      : await startGateway(config, log, createApp);
  const listening = `${config.TLS_CERT_FILE === null ? 'http' : 'https'}://${config.HOST}:${gateway.port}`;
  const lines = [
    ...(gateway.first ? firstStartLines(gateway.baseUrl, gateway.first, config.PLATFORM) : []),
    ...startLines(gateway.baseUrl, listening, config.PLATFORM),
  ];

  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.logger.info({ signal }, 'stopping');
    await gateway.stop();
    log.close();
    process.exit(0);
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
  process.on('SIGHUP', () => {
    // The log says why a reload failed.
    gateway.reload().catch(() => undefined);
  });
  // Last: who reads that it listens may send a signal at once.
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Errors that only the operator can fix; a stack trace would not help. */
function isOperatorError(error: unknown): error is Error {
  return (
    cannotListen(error) ||
    error instanceof ConfigurationError ||
    error instanceof DataDirInUse ||
    error instanceof DataDirUnusable ||
    error instanceof PlansFileUnusable ||
    error instanceof MarketplacesFileUnusable ||
    error instanceof DeprecationsFileUnusable ||
    error instanceof PoliciesFileUnusable ||
    error instanceof InstallationDamaged ||
    error instanceof RecordsUnusable ||
    error instanceof UnsuitableRedis ||
    error instanceof WorkerNotStarted
  );
}

/** In a worker the primary listens, and Node reports a different syscall. */
function cannotListen(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && (error.syscall === 'listen' || error.syscall === 'bind');
}

function exitCode(error: Error): number {
  if (error instanceof WorkerNotStarted) return error.exitCode;
  // An unreachable database may be back, and a full disk may have room, when a supervisor retries.
  return error instanceof RecordsUnusable || error instanceof DataDirUnusable ? 1 : EXIT_CONFIGURATION;
}
