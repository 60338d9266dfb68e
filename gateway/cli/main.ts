import { environmentWithFile, readConfig } from '../config.ts';
import type { RecordsPlace } from '../records/records.ts';
import { runCommandLine } from './run.ts';

process.exitCode = await runCommandLine({
  args: process.argv.slice(2),
  place: recordsPlace,
  now: Date.now,
  print: console.log,
  complain: console.error,
});

function recordsPlace(): RecordsPlace {
  const environment = environmentWithFile(process.env, '.env');
  const databaseUrl = environment.DATABASE_URL;
  return databaseUrl ? { databaseUrl } : { dataDir: readConfig(environment).DATA_DIR };
}
