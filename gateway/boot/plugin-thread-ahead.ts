import cluster from 'node:cluster';
import { environmentWithFile } from '../../plugins/sdk/environment/read-environment.ts';
import { addressOf, needsThread } from '../../plugins/sdk/loading/sources.ts';
import { startThreadAhead } from '../calculation/isolation/thread-ahead.ts';
import { LEAST_PLUGIN_MEMORY_MB, readEarly } from '../configuration/early-settings.ts';

/**
 * Starts the thread of the first plugin of an operator, if this process loads one, ahead of all other modules. The thread
 * ends unused if `readConfig` reads another plugin or other limits, or finds a mistake.
 */
export function startPluginThreadAhead(): void {
  const { plugins, pluginMemoryMb, isAlone } = readEarly(environmentWithFile(process.env, '.env'));
  if (!(isAlone || cluster.isWorker) || !(pluginMemoryMb >= LEAST_PLUGIN_MEMORY_MB)) return;
  const first = plugins.find(needsThread);
  if (first !== undefined) startThreadAhead(addressOf(first), pluginMemoryMb);
}
