import type { Config } from '../../configuration/config.ts';
import { answerPrimary } from '../../operations/cluster-metrics.ts';
import type { GatewayLog } from '../../operations/logger.ts';
import { openRecordsPatiently } from '../process/installation.ts';
import { type CreateApp, type Leaving, serve } from '../process/serve.ts';
import { isStopRequest, REQUIRED, type ReadinessReport, type Ready } from './messages.ts';

const REPORT_EVERY_MS = 1_000;

/** Runs a worker: answers calls until it is asked to stop. If the primary dies, Node ends the worker at once. */
export async function runWorker(config: Config, log: GatewayLog, createApp: CreateApp): Promise<void> {
  let stop: (leaving: Leaving) => void = () => process.exit(0);
  process.on('message', (message) => {
    if (isStopRequest(message)) stop(message.leaving);
  });
  // Terminals and service managers signal the workers as well as the primary, which then tells the workers what to do.
  // If only this process is signalled, it stops and the primary starts another worker.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop('replaced'));
  process.on('SIGHUP', () => undefined);

  const required: readonly string[] = JSON.parse(process.env[REQUIRED] ?? '[]');
  const opening = openRecordsPatiently(config, log);
  const installation = opening.then((records) => ({ records, ownership: null }));
  const serving = await serve({ config, installation, log, createApp, required });
  const records = await opening;
  stop = (leaving) => {
    stop = () => undefined;
    void end(leaving);
  };
  answerPrimary(serving.metrics, (error) => log.logger.error({ err: error }, 'the metrics could not be read'));
  tell({ vitalgate: 'ready', port: serving.port, baseUrl: serving.baseUrl, sources: serving.sources });
  report();
  setInterval(report, REPORT_EVERY_MS).unref();

  function report(): void {
    tell({ vitalgate: 'readiness', readiness: serving.readiness() });
  }

  async function end(leaving: Leaving): Promise<void> {
    await serving.stop(leaving);
    await records.close();
    log.close();
    process.exit(0);
  }
}

function tell(message: Ready | ReadinessReport): void {
  // Without a callback, a missing primary would raise an error that ends the process.
  process.send?.(message, () => undefined);
}
