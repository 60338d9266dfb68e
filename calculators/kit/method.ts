import { z } from 'zod';
import { fieldMeta } from './fields.ts';
import type { Equations } from './sources.ts';

/** The parameter that chooses among a calculator's equations, and the names that are accepted for it. */
export const METHOD = 'method';
export const METHOD_ALIASES: readonly string[] = ['equation', 'formula'];

/** The value of `method` that asks for every equation side by side, where a calculator offers it. */
export const ALL = 'all';

/** What a calculator does beyond calculating by one chosen equation. */
interface Offers<Key extends string> {
  readonly all?: true;
  readonly imperial?: NoInfer<Key>;
}

/**
 * The `method` input over a table of equations; without it the first one is used.
 *
 * @param offers `all`: whether `method=all` gives the results of every equation beside those of the default. A
 * calculator never sees that value: the kit calls it once for each equation. `imperial`: the equation of imperial
 * requests that name none, where the two systems have official equations of their own.
 * @throws RangeError if the table is empty
 */
export function method<Key extends string>(equations: Equations<Key>, offers: Offers<Key> = {}) {
  const keys = Object.keys(equations) as Key[];
  const [first, ...rest] = keys;
  if (first === undefined) throw new RangeError('a calculator has at least one equation');
  const synonyms: Record<string, string> = {};
  for (const key of keys) for (const synonym of equations[key].synonyms ?? []) synonyms[synonym] = key;
  const words = z.enum([first, ...rest]);
  // The documents list what a caller may send, which is one word more than what a calculator sees.
  const documented = offers.all ? words.meta({ enum: [...keys, ALL] }) : words;
  return documented.register(fieldMeta, { synonyms, labels: METHOD, ...offers }).default(first);
}
