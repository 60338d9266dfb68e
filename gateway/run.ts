import { ConfigurationError, environmentWithFile, readConfig } from './config.ts';
import { DataDirInUse } from './ops/data-dir-lock.ts';
import { createLog } from './ops/logger.ts';
import { startGateway } from './start.ts';
import { firstStartLines, startLines } from './welcome.ts';

/** Exit code for a configuration that cannot work: a supervisor need not try again. */
const EXIT_CONFIGURATION = 2;

try {
  const config = readConfig(environmentWithFile(process.env, '.env'));
  const log = createLog(config.LOG_LEVEL);
  const gateway = await startGateway(config, log);
  const listening = `http://${config.HOST}:${gateway.port}`;
  const lines = [
    ...(gateway.first ? firstStartLines(gateway.baseUrl, gateway.first) : []),
    ...startLines(gateway.baseUrl, listening),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);

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
} catch (error) {
  if (!isOfTheOperator(error)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(EXIT_CONFIGURATION);
}

/** What only the operator can put right; a stack trace would not help with it. */
function isOfTheOperator(error: unknown): error is Error {
  const cannotListen = error instanceof Error && 'syscall' in error && error.syscall === 'listen';
  return cannotListen || error instanceof ConfigurationError || error instanceof DataDirInUse;
}
