import { manifestsOf, pathsOf } from '../../../plugins/sdk/index.ts';
import { loadPlugins, type RefusedPlugin } from '../../../plugins/sdk/loading/load.ts';
import { namedPlugins } from '../../../plugins/sdk/loading/sources.ts';
import type { Config } from '../../configuration/config.ts';

/** Prints the plugins that the gateway would load or refuse at a start. @returns whether it would load them all */
export async function listPlugins(config: Config, named: readonly string[]): Promise<boolean> {
  const { plugins, refused } = await loadPlugins([...namedPlugins(config), ...named]);
  for (const plugin of plugins) {
    const { name, version, mount, channels, service } = plugin;
    const place = service ? `  at ${service.urls.join(', ')}` : '';
    console.log(`${name} ${version}  ${mount}  ${channels.join(', ')}${place}`);
    for (const endpoint of manifestsOf(plugin)) console.log(`  ${pathsOf(endpoint).join(', ')}`);
  }
  printRefused(refused);
  return refused.length === 0;
}

/** Prints refused plugins with every reason. */
export function printRefused(refused: readonly RefusedPlugin[]): void {
  for (const { source, reasons } of refused) {
    console.error(`refused: ${source}`);
    for (const reason of reasons) console.error(`  ${reason}`);
  }
}
