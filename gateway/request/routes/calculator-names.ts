import { describeEndpoints, type Plugin } from '../../../plugins/sdk/index.ts';
import { BUILT_IN_NAMES } from '../../../plugins/sdk/loading/built-in.ts';

/** The names of a calculator in usage, metrics, plans and the limits of keys. */
export interface CountedName {
  /** The calculator's own name if its plugin is built in; otherwise qualified by the plugin: `acme/fat-mass`. */
  readonly name: string;
  /**
   * The unqualified name, which plans and keys of earlier versions have; `null` if it is the name of a built-in
   * calculator.
   */
  readonly formerName: string | null;
}

/** Names a calculator of one of these plugins. */
export function countedNames(
  plugins: readonly Plugin[],
): (plugin: Pick<Plugin, 'name'>, calculator: string) => CountedName {
  const isBuiltIn = ({ name }: Pick<Plugin, 'name'>) => BUILT_IN_NAMES.has(name);
  const builtIn = new Set(
    plugins.filter(isBuiltIn).flatMap((plugin) => describeEndpoints(plugin).map(({ calculator }) => calculator)),
  );
  return (plugin, calculator) =>
    isBuiltIn(plugin)
      ? { name: calculator, formerName: null }
      : { name: `${plugin.name}/${calculator}`, formerName: builtIn.has(calculator) ? null : calculator };
}

/** A calculator that plans and keys can be limited to. */
export interface NamedCalculator extends CountedName {
  /** Its full path, without aliases. */
  readonly path: string;
}

/** The calculators of these plugins by their counted names. */
export function calculatorsByName(plugins: readonly Plugin[]): ReadonlyMap<string, NamedCalculator> {
  const namesOf = countedNames(plugins);
  const calculators = new Map<string, NamedCalculator>();
  for (const plugin of plugins) {
    for (const { calculator, path } of describeEndpoints(plugin)) {
      const names = namesOf(plugin, calculator);
      if (!calculators.has(names.name)) calculators.set(names.name, { ...names, path: plugin.mount + path });
    }
  }
  return calculators;
}

/** Whether the list of a plan or a key includes a calculator. */
export function includesCalculator(names: ReadonlySet<string>, { name, formerName }: CountedName): boolean {
  return names.has(name) || (formerName !== null && names.has(formerName));
}
