import { parseArgs } from 'node:util';
import { ConfigurationError, environmentWithFile, readConfig } from '../../configuration/config.ts';
import { checkPlugins } from './check-plugins.ts';
import { listPlugins } from './list-plugins.ts';

const USAGE = `Usage: npm run plugin -- list [folder or package ...]
       npm run plugin -- check [folder or package ...] [url ...]

list   the plugins that a start would load, those named in PLUGINS and here included, with their calculators;
       a plugin that would be refused is shown with every reason, and the exit code is 1

check  calls the calculators of a plugin as the gateway would, and tells what is not as callers may expect it, and how to
       mend it: in this process, or where its service runs. With a url they are called there; with a url alone, all
       plugins that a start would load. The exit code is 1 if something fails.
`;

const { positionals } = parseArgs({ allowPositionals: true });
const [command, ...named] = positionals;

try {
  const run = command === 'list' ? listPlugins : command === 'check' && named.length > 0 ? checkPlugins : null;
  if (run === null) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
  } else {
    const good = await run(readConfig(environmentWithFile(process.env, '.env')), named);
    process.exitCode = good ? 0 : 1;
  }
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
