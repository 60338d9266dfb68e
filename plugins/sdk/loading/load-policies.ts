import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { withTimeLimit } from '../host/time-limit.ts';
import type { Policy } from '../policy/define-policy.ts';
import { policySchema } from '../policy/policy-schema.ts';
import { LOAD_TIMEOUT_MS } from './import-plugin.ts';
import { resolveSdkForOutsiders } from './outside-imports.ts';
import { POLICIES } from './sources.ts';

/**
 * Loads the built-in policies and those of the plugins' folders, into this process. A missing policy could let through
 * what it should refuse, so any mistake prevents the start.
 *
 * @param named folders of plugins, relative to the working directory; other names have no policies
 * @returns the policies by name
 * @throws the mistake of a file, with the path of the file
 */
export async function loadPolicies(named: readonly string[]): Promise<ReadonlyMap<string, Policy>> {
  const { BUILT_IN_POLICIES } = await import('../policy/built-in/index.ts');
  const byName = new Map(BUILT_IN_POLICIES.map((policy) => [policy.name, policy]));
  for (const file of named.map((folder) => resolve(folder, POLICIES)).filter((path) => existsSync(path))) {
    for (const policy of await importPolicies(file)) {
      if (byName.has(policy.name)) throw new Error(`${file}: name: ${policy.name} is taken`);
      byName.set(policy.name, policy);
    }
  }
  return byName;
}

async function importPolicies(file: string): Promise<Policy[]> {
  resolveSdkForOutsiders();
  const tooLate = () => new Error(`${file}: not loaded after ${LOAD_TIMEOUT_MS / 1_000} s`);
  const module: { default?: unknown } = await withTimeLimit(import(pathToFileURL(file).href), LOAD_TIMEOUT_MS, tooLate);
  const exported: unknown[] = Array.isArray(module.default) ? module.default : [module.default];
  return exported.map((candidate) => {
    const { error } = policySchema.safeParse(candidate);
    if (error === undefined) return candidate as Policy;
    const reasons = error.issues.map(({ path, message }) => `${path.map(String).join('.') || 'policy'}: ${message}`);
    throw new Error(`${file}: ${reasons.join('; ')}`);
  });
}
