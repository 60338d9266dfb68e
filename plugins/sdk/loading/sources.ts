import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { BUILT_IN, BUILT_IN_NAMES } from './built-in.ts';
import { packageModule } from './packages.ts';

/** The built-in plugin that loads only with `CLINICAL=on`. */
export const CLINICAL_PLUGIN = 'v1-clinical';

/** The settings that choose the plugins to load. */
export interface PluginSettings {
  /** Folders (relative to the working directory), names of built-in plugins, or npm packages. */
  readonly PLUGINS: readonly string[];
  readonly CLINICAL: 'on' | 'off';
}

/** The plugins to load beside those that always load. */
export function namedPlugins({ PLUGINS, CLINICAL }: PluginSettings): string[] {
  return CLINICAL === 'on' ? [CLINICAL_PLUGIN, ...PLUGINS] : [...PLUGINS];
}

/** Names of the built-in plugins that load without being named. */
export function builtInSources(): string[] {
  return [...BUILT_IN_NAMES].filter((name) => name !== CLINICAL_PLUGIN);
}

/** Whether a source is the name of a built-in plugin. */
export function isBuiltIn(source: string): boolean {
  return BUILT_IN_NAMES.has(source);
}

/** Whether a source may be a plugin of an operator, which is first loaded in a thread. */
export function needsThread(source: string): boolean {
  return hasCalculators(source) && !isBuiltIn(sourceOf(source));
}

/** The name of a built-in plugin, also if the operator named its folder, such as `plugins/classic`. */
export function sourceOf(named: string): string {
  const folder = resolve(named);
  return dirname(folder) === dirname(fileURLToPath(new URL('sdk', BUILT_IN))) ? basename(folder) : named;
}

/** What a plugin is imported by: the URL of a file, or the name of an npm package. */
export function addressOf(named: string): string {
  const source = sourceOf(named);
  if (isBuiltIn(source)) return new URL(`${source}/plugin.ts`, BUILT_IN).href;
  const installed = packageModule(source);
  if (installed !== null) return installed;
  const file = resolve(source, 'plugin.ts');
  const isFolder = source.startsWith('.') || isAbsolute(source) || existsSync(file);
  return isFolder ? pathToFileURL(file).href : source;
}

/**
 * The real folder of a plugin, as stacks name it; `null` if there is none.
 *
 * @param address URL of its file, or name of its package
 */
export function folderOf(address: string): string | null {
  try {
    return dirname(realpathSync(fileURLToPath(address.startsWith('file:') ? address : import.meta.resolve(address))));
  } catch {
    return null;
  }
}

/** The file of a plugin's folder whose default export is a policy, or a list of them. */
export const POLICIES = 'policies.ts';

/** The same of upstreams. */
export const UPSTREAMS = 'upstreams.ts';

/** Whether a source may have calculators: a folder may have policies and upstreams only. */
export function hasCalculators(source: string): boolean {
  return (
    existsSync(resolve(source, 'plugin.ts')) || ![POLICIES, UPSTREAMS].some((name) => existsSync(resolve(source, name)))
  );
}
