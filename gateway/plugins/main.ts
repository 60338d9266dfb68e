import { parseArgs } from 'node:util';
import { environmentWithFile, readConfig } from '../config.ts';
import { loadPlugins } from './load.ts';

const USAGE = `Usage: npm run plugin -- list [folder or package ...]

list   the plugins that a start would load, those named in PLUGINS and here included, with their calculators;
       a plugin that would be refused is shown with every reason, and the exit code is 1
`;

const { positionals } = parseArgs({ allowPositionals: true });
const [command, ...named] = positionals;

if (command === 'list') {
  const { PLUGINS } = readConfig(environmentWithFile(process.env, '.env'));
  const { plugins, refused } = await loadPlugins([...PLUGINS, ...named]);
  for (const { name, version, mount, channels, calculators } of plugins) {
    console.log(`${name} ${version}  ${mount}  ${channels.join(', ')}`);
    for (const calculator of calculators) console.log(`  ${[calculator.name, ...calculator.aliases].join(', ')}`);
  }
  for (const { source, reasons } of refused) {
    console.error(`refused: ${source}`);
    for (const reason of reasons) console.error(`  ${reason}`);
  }
  process.exitCode = refused.length > 0 ? 1 : 0;
} else {
  process.stderr.write(USAGE);
  process.exitCode = 2;
}
