import type { Policy } from '../policy/define-policy.ts';
import { policySchema } from '../policy/policy-schema.ts';
import { importDeclared } from './import-declared.ts';
import { POLICIES } from './sources.ts';

/**
 * Loads the built-in policies and those of the plugins' folders, into this process. A missing policy could let through
 * what it should refuse, so any mistake prevents the start.
 *
 * @param named folders of plugins, relative to the working directory; other names have no policies
 * @returns the policies by name
 * @throws the mistakes of a file, with the path of the file
 */
export async function loadPolicies(named: readonly string[]): Promise<ReadonlyMap<string, Policy>> {
  const { BUILT_IN_POLICIES } = await import('../policy/built-in/index.ts');
  const byName = new Map(BUILT_IN_POLICIES.map((policy) => [policy.name, policy]));
  for (const { file, value } of await importDeclared<Policy>(named, POLICIES, policySchema)) {
    if (byName.has(value.name)) throw new Error(`${file}: name: ${value.name} is taken`);
    byName.set(value.name, value);
  }
  return byName;
}
