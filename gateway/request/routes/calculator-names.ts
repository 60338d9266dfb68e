import { describeEndpoints, type Plugin } from '../../../plugins/sdk/index.ts';

/** Names of the calculators of these plugins. Plans and keys can be restricted to some of them. */
export function calculatorNames(plugins: readonly Plugin[]): ReadonlySet<string> {
  return new Set(plugins.flatMap((plugin) => describeEndpoints(plugin).map(({ calculator }) => calculator)));
}
