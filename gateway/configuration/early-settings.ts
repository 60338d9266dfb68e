import { join } from 'node:path';
import type { Environment } from '../../plugins/sdk/environment/read-environment.ts';
import { words } from '../../plugins/sdk/environment/words.ts';
import { installedPlugin } from '../../plugins/sdk/loading/packages.ts';

/** Defaults of variables that a start reads before the table of all, because that needs zod. */
export const EARLY_DEFAULTS = {
  DATA_DIR: './data',
  WORKERS: '1',
  PLUGINS: '',
  PLUGIN_MEMORY_MB: '128',
} as const;

/** Least heap of a plugin's thread, in MB. V8 ends the process if it gets no more than 1 or 2. */
export const LEAST_PLUGIN_MEMORY_MB = 32;

/** What a start knows early, if its configuration has no mistakes. */
export interface EarlySettings {
  /** As `readConfig` returns them. */
  readonly plugins: readonly string[];
  readonly pluginMemoryMb: number;
  /** Whether calls are answered by the process that the operator starts, and by no others. */
  readonly isAlone: boolean;
}

/** Reads a few variables without checking them. */
export function readEarly(environment: Environment): EarlySettings {
  const read = (name: keyof typeof EARLY_DEFAULTS) => environment[name] || EARLY_DEFAULTS[name];
  const folder = pluginsDir({ PLUGINS_DIR: environment.PLUGINS_DIR || null, DATA_DIR: read('DATA_DIR') });
  return {
    plugins: words(read('PLUGINS')).map((named) => installedPlugin(named, folder)),
    pluginMemoryMb: Number(read('PLUGIN_MEMORY_MB')),
    isAlone: read('WORKERS') === EARLY_DEFAULTS.WORKERS,
  };
}

interface Folders {
  readonly PLUGINS_DIR: string | null;
  readonly DATA_DIR: string;
}

/** Folder in which the operator installs npm plugins. */
export function pluginsDir({ PLUGINS_DIR, DATA_DIR }: Folders): string {
  return PLUGINS_DIR ?? join(DATA_DIR, 'plugins');
}
