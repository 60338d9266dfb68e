import cluster from 'node:cluster';
import { addressOf, namedPlugins, needsThread } from '../../plugins/sdk/loading/sources.ts';
import { startThreadAhead } from '../calculation/isolation/thread-ahead.ts';
import { environmentWithFile, readConfig } from '../configuration/config.ts';

/** Starts the thread of the first plugin of an operator, if this process loads one, ahead of all other modules. */
export function startPluginThreadAhead(): void {
  try {
    const config = readConfig(environmentWithFile(process.env, '.env'));
    const loads = config.WORKERS === 1 || cluster.isWorker;
    const first = namedPlugins(config).find(needsThread);
    if (loads && first !== undefined) startThreadAhead(addressOf(first), config.PLUGIN_MEMORY_MB);
  } catch {
    // The start reads it again, and says what is wrong with it.
  }
}
