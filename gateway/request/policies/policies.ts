import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { ConfiguredPolicy, Policy, PolicyStage } from '../../../plugins/sdk/index.ts';

/** The configured policies of each stage, in the order of the file. */
export type Policies = Readonly<Record<PolicyStage, readonly ConfiguredPolicy[]>>;

/** An installation without policies. */
export const NO_POLICIES: Policies = { 'before-auth': [], 'after-auth': [], 'before-answer': [] };

/** The file of policies is invalid. The message lists every mistake. */
export class PoliciesFileUnusable extends Error {
  override readonly name = 'PoliciesFileUnusable';
}

const schema = z.array(z.strictObject({ policy: z.string(), config: z.unknown().default({}) }));

/**
 * Reads the operator's policies. A file with any mistake prevents the start: a missing policy could let through what it
 * should refuse.
 *
 * @param load loads every policy, by name; not called without a file
 * @throws PoliciesFileUnusable
 */
export async function readPolicies(
  path: string | null,
  load: () => Promise<ReadonlyMap<string, Policy>>,
): Promise<Policies> {
  if (path === null) return NO_POLICIES;
  try {
    const known = await load();
    const { data, error } = schema.safeParse(JSON.parse(readFileSync(path, 'utf8')));
    if (error !== undefined) throw error;
    const all = data.map(({ policy: name, config }, at) => configured(known, name, config, at));
    const mistakes = all.flatMap((one) => ('mistakes' in one ? one.mistakes : []));
    if (mistakes.length > 0) throw new Error(mistakes.join('; '));
    const of = (stage: PolicyStage) => all.flatMap((one) => ('mistakes' in one || one.stage !== stage ? [] : [one]));
    return {
      'before-auth': of('before-auth'),
      'after-auth': of('after-auth'),
      'before-answer': of('before-answer'),
    };
  } catch (error) {
    const reason = error instanceof z.ZodError ? told(error, []).join('; ') : messageOf(error);
    throw new PoliciesFileUnusable(`${path} is not a valid file of policies: ${reason}`);
  }
}

function configured(
  known: ReadonlyMap<string, Policy>,
  name: string,
  config: unknown,
  at: number,
): ConfiguredPolicy | { readonly mistakes: readonly string[] } {
  const policy = known.get(name);
  if (policy === undefined) {
    return { mistakes: [`${at}.policy: ${name} is none of ${[...known.keys()].toSorted().join(', ')}`] };
  }
  try {
    const ready = policy.configure(config);
    const hidden = [...ready.headers].filter((header) => HIDDEN.has(header));
    if (hidden.length === 0) return ready;
    return { mistakes: [`${at}: ${name} cannot read ${hidden.join(', ')}`] };
  } catch (error) {
    return {
      mistakes: error instanceof z.ZodError ? told(error, [at, 'config']) : [`${at}.config: ${messageOf(error)}`],
    };
  }
}

/** Headers with credentials of this gateway. `Authorization` holds one at `/mcp` only, and is read if it holds none. */
const HIDDEN: ReadonlySet<string> = new Set(['x-api-key', 'cookie', 'proxy-authorization']);

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function told({ issues }: z.ZodError, above: readonly PropertyKey[]): string[] {
  return issues.map(({ path, message }) => `${[...above, ...path].map(String).join('.') || 'file'}: ${message}`);
}
