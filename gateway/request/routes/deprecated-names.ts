import { describeEndpoints, type Plugin } from '../../../plugins/sdk/index.ts';
import { deprecationOf } from '../deprecation/deprecation-headers.ts';
import type { Deprecation } from '../deprecation/deprecations-file.ts';
import { countedNames } from './calculator-names.ts';

/**
 * The names under which usage counts calls of deprecated routes. A name is included even if some of its paths are not
 * deprecated.
 */
export function deprecatedNames(plugins: readonly Plugin[], deprecations: readonly Deprecation[]): string[] {
  const namesOf = countedNames(plugins);
  const names = plugins.flatMap((plugin) =>
    describeEndpoints(plugin)
      .filter(({ path }) => deprecationOf(deprecations, { path: plugin.mount + path, plugin: plugin.name }))
      .map(({ calculator }) => namesOf(plugin, calculator).name),
  );
  return [...new Set(names)].toSorted();
}
