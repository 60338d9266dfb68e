import { manifestsOf, type Plugin, pathsOf } from '../../../plugins/sdk/index.ts';
import { loadPlugins, type RefusedPlugin } from '../../../plugins/sdk/loading/load.ts';
import { rehearseApart } from '../../../plugins/sdk/loading/rehearse-apart.ts';
import { namedPlugins } from '../../../plugins/sdk/loading/sources.ts';
import type { Config } from '../../configuration/config.ts';
import { declaredParts } from './declared-parts.ts';

/**
 * Prints the plugins that the gateway would load or refuse at a start, those of the operator first, then the policies and
 * upstreams.
 *
 * @returns whether it would load them all
 */
export async function listPlugins(config: Config, named: readonly string[]): Promise<boolean> {
  const { plugins, builtIn, sources, refused } = await loadPlugins([...namedPlugins(config), ...named], (address) =>
    rehearseApart(address, config.PLUGIN_MEMORY_MB),
  );
  const { INLINE_PLUGINS: inline } = config;
  const isOurs = ({ name }: Plugin) => builtIn.has(name);
  for (const plugin of plugins.filter((one) => !isOurs(one)))
    print(plugin, sources.get(plugin.name) ?? '', inline.includes(plugin.name));
  for (const { source, reasons } of refused) {
    console.log(`refused  from ${source}`);
    for (const reason of reasons) console.log(`  ${reason}`);
  }
  const {
    own,
    builtIn: ours,
    mistakes,
  } = await declaredParts(
    config,
    [...config.PLUGINS, ...named],
    plugins.map(({ mount }) => mount),
  );
  for (const mistake of mistakes) console.log(`refused  ${mistake}`);
  for (const line of own) console.log(line);
  for (const plugin of plugins.filter(isOurs)) print(plugin, 'the gateway', true);
  for (const line of ours) console.log(line);
  return refused.length === 0 && mistakes.length === 0;
}

/** A line for the plugin, and one for the paths of each of its endpoints. */
function print(plugin: Plugin, source: string, isInline: boolean): void {
  const { name, version, mount, channels } = plugin;
  const parts = [
    `${name} ${version}`,
    'loaded',
    `from ${source}`,
    isolationOf(plugin, isInline),
    mount,
    channels.join(', '),
  ];
  console.log(parts.join('  '));
  for (const endpoint of manifestsOf(plugin)) console.log(`  ${pathsOf(endpoint).join(', ')}`);
}

/** Where the calculators of a plugin run. */
function isolationOf({ service }: Plugin, isInline: boolean): string {
  if (service) return `service at ${service.urls.join(', ')}`;
  return isInline ? 'inline' : 'own thread';
}

/** Prints refused plugins with every reason. */
export function printRefused(refused: readonly RefusedPlugin[]): void {
  for (const { source, reasons } of refused) {
    console.error(`refused: ${source}`);
    for (const reason of reasons) console.error(`  ${reason}`);
  }
}
