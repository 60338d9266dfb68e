import type { Plugin } from '../../../plugins/sdk/index.ts';
import { conflicts } from '../../../plugins/sdk/loading/conflicts.ts';
import { loadPlugins, type RefusedPlugin, type Rehearsed } from '../../../plugins/sdk/loading/load.ts';
import {
  type LoadedUpstream,
  type LoadedUpstreams,
  loadUpstreams,
  refuseConflicts,
} from '../../../plugins/sdk/loading/load-upstreams.ts';
import { PluginWorker } from '../../calculation/isolation/plugin-worker.ts';
import { type SessionOptions, ThreadSession } from '../../calculation/isolation/thread-session.ts';
import type { Config } from '../../configuration/config.ts';
import { placePlugins } from '../../request/routes/plugin-placement.ts';

/** The plugins of one load, with the threads of those that this process has not imported. Immutable. */
export interface PluginGeneration {
  readonly plugins: readonly Plugin[];
  /** The folder, built-in name or package of each plugin, by the name of the plugin. */
  readonly sources: ReadonlyMap<string, string>;
  /** The plugins that are plain data here, with the address to import each of them by. */
  readonly apart: ReadonlyMap<string, string>;
  /** The threads, by the name of the plugin. */
  readonly workers: ReadonlyMap<string, PluginWorker>;
  readonly refused: readonly RefusedPlugin[];
  /** Names of plugins and upstreams that are refused now and therefore stay as they were. */
  readonly kept: ReadonlySet<string>;
  readonly upstreams: readonly LoadedUpstream[];
}

/** Settings of all threads, and what decides which plugins are loaded. */
export interface LoadSettings extends Pick<SessionOptions, 'baseUrl' | 'log'> {
  readonly config: Config;
  /** The sources to load besides those that every gateway has. */
  readonly named: readonly string[];
}

/**
 * Loads the plugins. The thread in which a plugin was rehearsed goes on and answers its calls.
 *
 * @param before the generation in use; `null` at the start. A plugin of it that is refused now stays as it is.
 * @throws Error if a plugin that would have to stay conflicts with one that is loaded now; nothing has changed then
 */
export async function loadGeneration(
  { config, named, baseUrl, log }: LoadSettings,
  before: PluginGeneration | null,
): Promise<PluginGeneration> {
  const inline = new Set(config.INLINE_PLUGINS);
  const { PLUGIN_TIMEOUT_MS: timeoutMs, PLUGIN_MEMORY_MB: memoryMb } = config;
  const open = (address: string) => new ThreadSession({ address, baseUrl, timeoutMs, memoryMb, log });
  /** Threads that no worker has taken, by the address of the plugin. */
  const sessions = new Map<string, ThreadSession>();
  try {
    const loaded = await loadPlugins(named, rehearse);
    const { plugins: fresh, refused } = placePlugins(loaded, config);
    const kept = before === null ? [] : before.plugins.filter((plugin) => isLost(plugin, fresh, refused));
    for (const plugin of kept) refusePluginConflicts(fresh, plugin);
    const names = new Set(kept.map(({ name }) => name));
    const mounts = [...fresh, ...kept].map(({ mount }) => mount);
    const declared = await loadUpstreams(config.PLUGINS, mounts);
    const left = keptUpstreams(declared, before?.upstreams ?? [], mounts);
    return {
      plugins: [...fresh, ...kept],
      sources: withKept(loaded.sources, before?.sources, names),
      apart: withKept(loaded.apart, before?.apart, names),
      workers: withKept(workersOf(fresh, loaded.apart), before?.workers, names),
      refused: [...refused, ...declared.refused],
      kept: new Set([...names, ...left.map(({ upstream }) => upstream.name)]),
      upstreams: [...declared.upstreams, ...left],
    };
  } finally {
    await Promise.all([...sessions.values()].map((session) => session.close()));
  }

  async function rehearse(address: string): Promise<Rehearsed> {
    const session = open(address);
    sessions.set(address, session);
    const outcome = await session.rehearsed;
    return { ...outcome, apart: 'plugin' in outcome && !inline.has(outcome.plugin.name) };
  }

  function workersOf(plugins: readonly Plugin[], apart: ReadonlyMap<string, string>): Map<string, PluginWorker> {
    const workers = new Map<string, PluginWorker>();
    for (const { name, service } of plugins) {
      const address = apart.get(name);
      // The calls of a plugin with a service need no thread here.
      if (address === undefined || service !== undefined) continue;
      const session = sessions.get(address);
      sessions.delete(address);
      if (session === undefined) continue;
      const outcomes = before?.workers.get(name)?.outcomes;
      workers.set(
        name,
        new PluginWorker({ name, session, again: () => open(address), log, ...(outcomes && { outcomes }) }),
      );
    }
    return workers;
  }

  function isLost({ name }: Plugin, fresh: readonly Plugin[], refused: readonly RefusedPlugin[]): boolean {
    if (fresh.some((plugin) => plugin.name === name)) return false;
    const source = before?.sources.get(name);
    return refused.some((one) => [source, name].includes(one.source));
  }
}

function refusePluginConflicts(plugins: readonly Plugin[], kept: Plugin): void {
  const [conflict] = conflicts(plugins, kept);
  if (conflict !== undefined) throw new Error(`${kept.name} is refused and cannot stay either: ${conflict}`);
}

/** The upstreams of files that are refused now. One stays as it was, unless something else has its path or name. */
function keptUpstreams(
  { upstreams, refused }: LoadedUpstreams,
  before: readonly LoadedUpstream[],
  mounts: readonly string[],
): LoadedUpstream[] {
  const isFree = ({ upstream }: LoadedUpstream) => {
    try {
      refuseConflicts(upstream, upstreams, mounts);
      return true;
    } catch {
      return false;
    }
  };
  return before.filter((one) => refused.some(({ source }) => source === one.file) && isFree(one));
}

/** The entries of now, with the earlier ones of the plugins that stay. */
function withKept<Value>(
  now: ReadonlyMap<string, Value>,
  before: ReadonlyMap<string, Value> | undefined,
  kept: ReadonlySet<string>,
): ReadonlyMap<string, Value> {
  return new Map([...now, ...[...(before ?? [])].filter(([name]) => kept.has(name))]);
}
