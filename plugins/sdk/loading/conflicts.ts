import { describeEndpoints, type Plugin } from '../index.ts';

/** What the gateway answers itself beside the calculators. */
const RESERVED = '/api/v1/batch';

/** Names and paths that two plugins claim, each as a sentence; none if the plugins go together. */
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
  return describeEndpoints(plugin).map(({ path }) => plugin.mount + path);
}
