import { ConfigurationError, environmentWithFile } from '../environment/read-environment.ts';
import { serveCalculators } from './serve-calculators.ts';

/** Exit code for an unusable configuration: a supervisor need not try again. */
const EXIT_CONFIGURATION = 2;

try {
  const service = await serveCalculators(environmentWithFile(process.env, '.env'), (error, where) => {
    console.error(`error in ${where}:`, error);
  });
  for (const { source, reasons } of service.refused) console.error(`plugin refused: ${source}: ${reasons.join('; ')}`);
  console.log(`serving ${service.plugins.map(({ name }) => name).join(', ')}`);
  console.log(`listening on http://${service.host}:${service.port}`);

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await service.stop();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
} catch (error) {
  const isOfTheOperator = error instanceof ConfigurationError || (error instanceof Error && 'syscall' in error);
  if (!isOfTheOperator) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = EXIT_CONFIGURATION;
}
