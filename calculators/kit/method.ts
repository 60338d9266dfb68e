import { z } from 'zod';
import { fieldMeta } from './fields.ts';
import type { Equations } from './sources.ts';

/** The parameter that chooses among a calculator's equations, and the names that are accepted for it. */
export const METHOD = 'method';
export const METHOD_ALIASES: readonly string[] = ['equation', 'formula'];

/**
 * The `method` input over a table of equations; without it the first one is used.
 *
 * @throws RangeError if the table is empty
 */
export function method<Key extends string>(equations: Equations<Key>) {
  const keys = Object.keys(equations) as Key[];
  const [first, ...rest] = keys;
  if (first === undefined) throw new RangeError('a calculator has at least one equation');
  const synonyms: Record<string, string> = {};
  for (const key of keys) for (const synonym of equations[key].synonyms ?? []) synonyms[synonym] = key;
  return z
    .enum([first, ...rest])
    .register(fieldMeta, { synonyms, labels: METHOD })
    .default(first);
}
