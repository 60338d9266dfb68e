import { type FSWatcher, watch } from 'node:fs';
import { addressOf, folderOf, isBuiltIn, sourceOf } from '../../../plugins/sdk/loading/sources.ts';
import type { GatewayLog } from '../../operations/logger.ts';

/** An editor writes several files in a row. The reload waits until none was written for this time, in milliseconds. */
const QUIET_MS = 200;

/**
 * Reloads the plugins whenever a file in one of their folders changes, for the development of plugins.
 *
 * @param named the sources in `PLUGINS`
 */
export function watchPlugins(
  named: readonly string[],
  reload: () => Promise<unknown>,
  { logger }: Pick<GatewayLog, 'logger'>,
): { close(): void } {
  let timer: NodeJS.Timeout | undefined;
  const folders = named
    .filter((source) => !isBuiltIn(sourceOf(source)))
    .flatMap((source) => folderOf(addressOf(source)) ?? []);
  const watchers: FSWatcher[] = folders.map((folder) => {
    const watcher = watch(folder, { recursive: true, persistent: false }, () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        // The log says why a reload failed.
        reload().catch(() => undefined);
      }, QUIET_MS);
    });
    return watcher.on('error', (error) => logger.warn({ err: error, folder }, 'this folder is no longer watched'));
  });
  logger.info({ folders }, 'watching the folders of plugins');
  return {
    close() {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}
