import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, isAbsolute, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { withTimeLimit } from '../host/time-limit.ts';
import type { Plugin } from '../plugin/define-plugin.ts';
import { pluginMistakes } from '../plugin/plugin-mistakes.ts';
import { conflicts } from './conflicts.ts';
import { resolveSdkForOutsiders } from './outside-imports.ts';

/** A plugin that was not loaded, with every reason. */
export interface RefusedPlugin {
  readonly source: string;
  readonly reasons: readonly string[];
}

export interface LoadedPlugins {
  readonly plugins: readonly Plugin[];
  /** Names of the plugins that come with the gateway. */
  readonly builtIn: ReadonlySet<string>;
  readonly refused: readonly RefusedPlugin[];
}

/** Longest time that importing a plugin may take: a plugin that waits at import must not block the start for ever. */
const LOAD_TIMEOUT_MS = 10_000;

const BUILT_IN = new URL('../../', import.meta.url);

/** Built-in plugins that load only if an operator names them. */
const ON_REQUEST = new Set(['v1-clinical']);

/**
 * Loads the built-in plugins and those that the configuration names. A broken plugin is refused with every reason; the
 * others load.
 *
 * @param named folders (relative to the working directory), names of built-in plugins, or npm packages
 */
export async function loadPlugins(named: readonly string[]): Promise<LoadedPlugins> {
  const builtIn = readdirSync(fileURLToPath(BUILT_IN)).filter((name) => name !== 'sdk' && !ON_REQUEST.has(name));
  const sources = [...new Set([...builtIn, ...named.map(sourceOf)])];
  const plugins: Plugin[] = [];
  const ours = new Set<string>();
  const refused: RefusedPlugin[] = [];
  for (const source of sources) {
    const outcome = await loadPlugin(source);
    const reasons = 'reasons' in outcome ? outcome.reasons : conflicts(plugins, outcome.plugin);
    if (reasons.length > 0) refused.push({ source, reasons });
    else if ('plugin' in outcome) {
      plugins.push(outcome.plugin);
      if (isBuiltIn(source)) ours.add(outcome.plugin.name);
    }
  }
  return { plugins, builtIn: ours, refused };
}

/** Loads one plugin by itself, without looking for conflicts. */
export async function loadPlugin(named: string): Promise<{ plugin: Plugin } | { reasons: string[] }> {
  const source = sourceOf(named);
  if (!isBuiltIn(source)) resolveSdkForOutsiders();
  let module: unknown;
  try {
    module = await withTimeLimit(import(moduleOf(source)), LOAD_TIMEOUT_MS, notLoaded);
  } catch (error) {
    return { reasons: [`cannot be imported: ${error instanceof Error ? error.message : String(error)}`] };
  }
  const candidate = typeof module === 'object' && module !== null && 'default' in module ? module.default : undefined;
  if (candidate === undefined) return { reasons: ['has no default export made by definePlugin'] };
  const reasons = pluginMistakes(candidate);
  return reasons.length > 0 ? { reasons } : { plugin: candidate as Plugin };
}

function isBuiltIn(source: string): boolean {
  return readdirSync(fileURLToPath(BUILT_IN)).includes(source);
}

/** The name of a built-in plugin, also if the operator named its folder, such as `plugins/classic`. */
function sourceOf(named: string): string {
  const folder = resolve(named);
  return dirname(folder) === dirname(fileURLToPath(new URL('sdk', BUILT_IN))) ? basename(folder) : named;
}

function moduleOf(source: string): string {
  if (isBuiltIn(source)) return new URL(`${source}/plugin.ts`, BUILT_IN).href;
  const file = resolve(source, 'plugin.ts');
  const isFolder = source.startsWith('.') || isAbsolute(source) || existsSync(file);
  return isFolder ? pathToFileURL(file).href : source;
}

function notLoaded(): Error {
  return new Error(`not loaded after ${LOAD_TIMEOUT_MS / 1_000} s`);
}
