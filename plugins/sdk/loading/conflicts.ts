import { isDeepStrictEqual } from 'node:util';

import type { Plugin } from '../plugin/define-plugin.ts';
import { pathsOf } from '../plugin/own-endpoint.ts';
import { BUILT_IN_NAMES } from './built-in.ts';

/** A path that the gateway answers itself, beside the calculators. */
const BATCH = '/api/v1/batch';

/** The first segments of the gateway's own pages and interfaces. A plugin mounted there would hide them. */
const OWN_SEGMENTS = ['docs', 'embed', 'platform', 'healthz', 'readyz', 'assets', 'mcp'];

/**
 * What the candidate shares with the gateway or another plugin, each as a sentence; empty if there is no conflict: its
 * name, a path, or a mount in another format of errors. The name of a built-in plugin is taken even if that is not
 * loaded: its calculators count without the name of their plugin.
 *
 * @param ours whether the candidate is a built-in plugin
 */
export function conflicts(plugins: readonly Plugin[], candidate: Plugin, ours = false): string[] {
  const { name, mount, endpoints } = candidate;
  // The plain data of a calculator of the kit has a picture.
  const kind = endpoints.some(({ hasPicture }) => !hasPicture) ? 'endpoints' : 'calculators';
  const taken = new Map([
    [BATCH, 'the gateway'] as const,
    ...plugins.flatMap((plugin) => occupied(plugin).map((path) => [path, `the plugin ${plugin.name}`] as const)),
  ]);
  const isTaken = plugins.some((plugin) => plugin.name === name) || (!ours && BUILT_IN_NAMES.has(name));
  const mistakes = isTaken ? [`name: ${name} is taken`] : [];
  const [, first = ''] = mount.split('/');
  if (OWN_SEGMENTS.includes(first)) mistakes.push(`mount: /${first} belongs to the gateway`);
  const beside = plugins.find((plugin) => plugin.mount === mount);
  // All errors below a mount have one format, those of the gateway too.
  if (beside && !isDeepStrictEqual(beside.problems, candidate.problems)) {
    mistakes.push(`mount: the plugin ${beside.name} has another format of errors under ${mount}`);
  }
  const listOf = candidate.problems || beside ? undefined : taken.get(mount);
  if (listOf !== undefined) mistakes.push(`mount: ${mount} belongs to ${listOf}`);
  for (const path of paths(candidate)) {
    const owner = taken.get(path);
    if (owner !== undefined) mistakes.push(`${kind}: ${path} belongs to ${owner}`);
  }
  return mistakes;
}

/** The paths of a plugin, and that of the list at its mount. */
function occupied(plugin: Plugin): string[] {
  return plugin.problems ? paths(plugin) : [plugin.mount, ...paths(plugin)];
}

function paths({ mount, calculators, endpoints }: Plugin): string[] {
  const segments = [...calculators.flatMap(({ name, aliases }) => [name, ...aliases]), ...endpoints.flatMap(pathsOf)];
  return segments.map((segment) => `${mount}/${segment}`);
}
