import { PICTURE } from '../host/calculator-endpoint.ts';
import { describeEndpoints } from '../host/host.ts';
import type { Plugin } from '../plugin/define-plugin.ts';

/** A path that the gateway answers itself, beside the calculators. */
const RESERVED = '/api/v1/batch';

/** Names and paths that the candidate shares with another plugin, each as a sentence; empty if there is no conflict. */
export function conflicts(plugins: readonly Plugin[], candidate: Plugin): string[] {
  const taken = new Map([
    [RESERVED, 'gateway'],
    ...plugins.flatMap((plugin) => paths(plugin).map((path) => [path, plugin.name] as const)),
  ]);
  const names = plugins.some(({ name }) => name === candidate.name) ? [`name: ${candidate.name} is taken`] : [];
  const kind = candidate.endpoints.length > 0 ? 'endpoints' : 'calculators';
  return [
    ...names,
    ...paths(candidate).flatMap((path) => {
      const owner = taken.get(path);
      return owner ? [`${kind}: ${path} belongs to the plugin ${owner}`] : [];
    }),
  ];
}

function paths(plugin: Plugin): string[] {
  return describeEndpoints(plugin)
    .filter(({ path }) => !path.endsWith(PICTURE))
    .map(({ path }) => plugin.mount + path);
}
