import type { Plugin } from '../../../plugins/sdk/index.ts';
import type { PluginWorkerOptions } from './plugin-worker.ts';
import { PluginWorker } from './plugin-worker.ts';

/** What all threads of plugins share. */
export type ThreadSettings = Omit<PluginWorkerOptions, 'name' | 'order'>;

/** The threads of the plugins that this process has not imported, one for each. */
export class PluginWorkers {
  readonly #settings: ThreadSettings;
  readonly #workers = new Map<string, PluginWorker>();

  constructor(settings: ThreadSettings) {
    this.#settings = settings;
  }

  get all(): readonly PluginWorker[] {
    return [...this.#workers.values()];
  }

  /**
   * Starts the threads. A plugin that runs in a service needs none.
   *
   * @param apart the address of each plugin, by its name
   * @returns when each of them is ready, or its first start has failed
   */
  async open(plugins: readonly Plugin[], apart: ReadonlyMap<string, string>): Promise<void> {
    for (const { name, service } of plugins) {
      const address = apart.get(name);
      if (address === undefined || service !== undefined) continue;
      this.#workers.set(name, new PluginWorker({ ...this.#settings, name, order: { address } }));
    }
    await Promise.all(this.all.map((worker) => worker.open()));
  }

  /** The thread of a plugin; `null` for a plugin without one. */
  of({ name }: Plugin): PluginWorker | null {
    return this.#workers.get(name) ?? null;
  }

  async close(): Promise<void> {
    await Promise.all(this.all.map((worker) => worker.close()));
  }
}
