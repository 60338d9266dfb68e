import { parseArgs } from 'node:util';
import { installedPlugin } from '../../../plugins/sdk/loading/packages.ts';
import { ConfigurationError, environmentWithFile, readConfig } from '../../configuration/config.ts';
import { pluginsDir } from '../../configuration/early-settings.ts';
import { NameRefused } from '../new/names.ts';
import { checkPlugins } from './check-plugins.ts';
import { listPlugins } from './list-plugins.ts';
import { newService } from './new-service.ts';
import { reloadPlugins } from './reload-plugins.ts';

const USAGE = `Usage: npm run plugin -- list [folder or package ...]
       npm run plugin -- check [folder or package ...] [url ...]
       npm run plugin -- reload
       npm run plugin -- new <name> --service python|go|node

list   Lists the plugins that the gateway would load, including those in PLUGINS and those named here: name, version,
       state, source, isolation, path and channels, then their calculators. The plugins of the operator come first.
       Then the policies and upstreams. Prints every reason for what is refused; the exit code is then 1.

check  Calls the calculators of a plugin as the gateway would, in this process or at its service, and prints each failure
       and how to fix it. Reports names and paths that another plugin of this installation has. With a URL, the service
       at that URL is called; with only a URL, all plugins that the gateway would load are checked there. The exit code
       is 1 if a check fails. A calculator that does not say when to use it gets a warning, as do results without a text
       or plausible bounds. Policies, their file and upstreams are loaded as at a start.

new    Writes a plugin and its service, in the language named, into a folder of this name.

reload Asks the running gateway, on its admin port, to load its plugins again. A plugin that is refused now stays as it
       was; the exit code is then 1.
`;

const { positionals, values } = parseArgs({ allowPositionals: true, options: { service: { type: 'string' } } });
const [command, ...named] = positionals;

function commandOf(): typeof checkPlugins | null {
  if (command === 'list') return listPlugins;
  if (command === 'reload' && named.length === 0) return reloadPlugins;
  return command === 'check' && named.length > 0 ? checkPlugins : null;
}

try {
  const [name] = named;
  const run = commandOf();
  if (command === 'new' && name !== undefined && named.length === 1 && values.service !== undefined) {
    process.stdout.write(newService('.', name, values.service));
  } else if (run === null) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
  } else {
    const config = readConfig(environmentWithFile(process.env, '.env'));
    const sources = named.map((one) => installedPlugin(one, pluginsDir(config)));
    const good = await run(config, sources);
    process.exitCode = good ? 0 : 1;
  }
} catch (error) {
  if (!(error instanceof ConfigurationError || error instanceof NameRefused)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
