import { ConfigurationError } from '../environment/read-environment.ts';
import type { Plugin } from '../plugin/define-plugin.ts';
import { absence } from './absence.ts';
import { conflicts } from './conflicts.ts';
import { type Imported, importPlugin, keepMessages } from './import-plugin.ts';
import { resolveSdkForOutsiders } from './outside-imports.ts';
import { otherSdk } from './packages.ts';
import { rehearseApart } from './rehearse-apart.ts';
import { addressOf, builtInSources, hasCalculators, isBuiltIn, sourceOf } from './sources.ts';

/** A plugin that was not loaded, with every reason. */
export interface RefusedPlugin {
  readonly source: string;
  readonly reasons: readonly string[];
}

export interface LoadedPlugins {
  readonly plugins: readonly Plugin[];
  /** Names of the plugins that come with the gateway. */
  readonly builtIn: ReadonlySet<string>;
  /** The folder, built-in name or package of each plugin, by the name of the plugin. */
  readonly sources: ReadonlyMap<string, string>;
  /**
   * Plugins that this process has not imported, with the address to import each of them by. `plugins` has them as plain
   * data.
   */
  readonly apart: ReadonlyMap<string, string>;
  readonly refused: readonly RefusedPlugin[];
}

/** The outcome of a rehearsal. Unless the plugin is `apart`, this process imports it then. */
export type Rehearsed = Imported & { readonly apart?: boolean };

/** Rehearses a plugin in a thread. It gets the URL of the plugin's file, or the name of its package. */
type Rehearse = (address: string) => Promise<Rehearsed>;

/**
 * Loads the built-in plugins and those that the configuration names. A plugin with any mistake is refused with every
 * reason; the others load. Plugins of operators load and run their examples in a thread first.
 *
 * @param named folders (relative to the working directory), names of built-in plugins, or npm packages
 * @param rehearse for the plugins of operators; by default in a thread that ends afterwards
 */
export async function loadPlugins(
  named: readonly string[],
  rehearse: Rehearse = (address) => rehearseApart(address),
): Promise<LoadedPlugins> {
  const plugins: Plugin[] = [];
  const sources = new Map<string, string>();
  const apart = new Map<string, string>();
  const refused: RefusedPlugin[] = [];
  const wanted = new Map(
    [...builtInSources(), ...named.filter(hasCalculators).map(sourceOf)].map((source) => [addressOf(source), source]),
  );
  const all = [...wanted.values()];
  const theirs = all.filter((source) => !isBuiltIn(source));
  // This thread imports ours while theirs rehearse.
  const [rehearsed, ours] = await Promise.all([loadEach(theirs, rehearse), loadEach(all.filter(isBuiltIn), rehearse)]);
  for (const [source, outcome] of [...ours, ...rehearsed]) {
    const reasons = 'reasons' in outcome ? outcome.reasons : conflicts(plugins, outcome.plugin, isBuiltIn(source));
    if (reasons.length > 0) refused.push({ source, reasons });
    else if ('plugin' in outcome) {
      plugins.push(outcome.plugin);
      const { name } = outcome.plugin;
      sources.set(name, source);
      if (outcome.apart) apart.set(name, addressOf(source));
    }
  }
  const builtIn = new Set([...sources].filter(([, source]) => isBuiltIn(source)).map(([name]) => name));
  return { plugins, builtIn, sources, apart, refused };
}

/** Imports plugins that this process or its parent has loaded, without another rehearsal. */
export async function importLoaded(sources: readonly string[]): Promise<Plugin[]> {
  resolveSdkForOutsiders();
  const imported: Plugin[] = [];
  for (const source of sources) {
    const outcome = await importPlugin(addressOf(source));
    if ('plugin' in outcome) imported.push(outcome.plugin);
  }
  return imported;
}

/** Loads one plugin after the other: one that loops must not take the time of another one. */
async function loadEach(sources: readonly string[], rehearse: Rehearse): Promise<[source: string, Rehearsed][]> {
  const outcomes: [string, Rehearsed][] = [];
  for (const source of sources) outcomes.push([source, await load(source, rehearse)]);
  return outcomes;
}

/** Loads one plugin, without looking for conflicts. */
async function load(source: string, rehearse: Rehearse): Promise<Rehearsed> {
  const address = addressOf(source);
  // The tests hold ours to more than a rehearsal does, so no start checks their declarations again.
  if (isBuiltIn(source)) return importPlugin(address, () => []);
  const absent = absence(source);
  if (absent !== null) return { reasons: [absent] };
  const other = otherSdk(source);
  if (other !== null) return { reasons: [other] };
  const rehearsed = await rehearse(address);
  if ('reasons' in rehearsed || rehearsed.apart) return rehearsed;
  resolveSdkForOutsiders();
  const imported = await importPlugin(address);
  if ('plugin' in imported) keepMessages(imported.plugin);
  return imported;
}

/**
 * Refuses to start without a plugin that the operator named.
 *
 * @throws ConfigurationError with the reasons against every refused plugin
 */
export function requireAll(refused: readonly RefusedPlugin[]): void {
  const mistakes = refused.flatMap(({ source, reasons }) => reasons.map((reason) => `PLUGINS: ${source}: ${reason}`));
  if (mistakes.length > 0) throw new ConfigurationError(mistakes);
}
