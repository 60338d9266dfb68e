import { resolve } from 'node:path';
import { loadPolicies } from '../../../plugins/sdk/loading/load-policies.ts';
import { loadUpstreams } from '../../../plugins/sdk/loading/load-upstreams.ts';
import type { Config } from '../../configuration/config.ts';
import { readPolicies } from '../../request/policies/policies.ts';

/** The policies and upstreams of an installation, as lines of a list. */
export interface DeclaredParts {
  /** Those of the operator. */
  readonly own: readonly string[];
  /** The built-in policies. */
  readonly builtIn: readonly string[];
  /** Mistakes for which the gateway would not start. */
  readonly mistakes: readonly string[];
}

/**
 * Loads the policies and upstreams of the named folders, and reads `POLICIES_FILE`, as a start does.
 *
 * @param named sources of `PLUGINS`
 * @param mounts paths that plugins answer at
 */
export async function declaredParts(
  { POLICIES_FILE }: Pick<Config, 'POLICIES_FILE'>,
  named: readonly string[],
  mounts: readonly string[],
): Promise<DeclaredParts> {
  const own: string[] = [];
  const builtIn: string[] = [];
  // A folder that is both configured and named counts once.
  const folders = [...new Set(named.map((source) => resolve(source)))];
  const mistakes: string[] = [];
  try {
    const known = await loadPolicies(folders);
    const used = await readPolicies(POLICIES_FILE, async () => known);
    const inUse = new Set(Object.values(used).flatMap((policies) => policies.map(({ name }) => name)));
    const ours = await loadPolicies([]);
    for (const { name, stage } of known.values()) {
      const lines = ours.has(name) ? builtIn : own;
      lines.push(`policy ${name}  ${inUse.has(name) ? 'in use' : 'not in use'}  ${stage}`);
    }
  } catch (error) {
    mistakes.push(reasonOf(error));
  }
  const { upstreams, refused } = await loadUpstreams(folders, mounts);
  for (const { name, prefix, urls } of upstreams.map(({ upstream }) => upstream)) {
    own.push(`upstream ${name}  loaded  ${prefix}  at ${urls.join(', ')}`);
  }
  for (const { source, reasons } of refused) mistakes.push(`${source}: ${reasons.join('; ')}`);
  return { own, builtIn, mistakes };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
