import { environmentWithFile, readConfig } from '../config.ts';
import { openRecordsOf } from '../open-records.ts';
import { runCommandLine } from './run.ts';

process.exitCode = await runCommandLine({
  args: process.argv.slice(2),
  // The gateway's own configuration: the command line must find the gateway's records.
  open: async () => openRecordsOf(readConfig(environmentWithFile(process.env, '.env'))),
  now: Date.now,
  print: console.log,
  complain: console.error,
});
