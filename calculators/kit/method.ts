import { z } from 'zod';
import { fieldMeta } from './fields.ts';
import type { Equations } from './sources.ts';

/** The parameter that chooses among a calculator's equations, and the names that are accepted for it. */
export const METHOD = 'method';
const METHOD_ALIASES: readonly string[] = ['equation', 'formula'];

/** The value of `method` for every equation side by side, on calculators that offer it. */
export const ALL = 'all';

/** What a calculator offers beyond one chosen equation. */
interface Offers<Key extends string> {
  readonly all?: true;
  readonly imperial?: NoInfer<Key>;
  readonly aliases?: readonly string[];
}

/**
 * The `method` input over a table of equations; without it the first one is used.
 *
 * @param offers `all`: `method=all` gives the results of every equation beside those of the default. A calculator never
 * sees that value: the kit calls it once for each equation. `imperial`: default equation of imperial requests, if each
 * system has its own official equation. `aliases`: more names of the input, such as `cycle`.
 * @throws RangeError if the table is empty
 */
export function method<Key extends string>(equations: Equations<Key>, offers: Offers<Key> = {}) {
  const keys = Object.keys(equations) as Key[];
  const [first, ...rest] = keys;
  if (first === undefined) throw new RangeError('a calculator has at least one equation');
  const synonyms: Record<string, string> = {};
  for (const key of keys) for (const synonym of equations[key].synonyms ?? []) synonyms[synonym] = key;
  const words = z.enum([first, ...rest]);
  // The documents list `all` as well, which a caller may send but a calculator never sees.
  const documented = offers.all ? words.meta({ enum: [...keys, ALL] }) : words;
  return documented
    .register(fieldMeta, {
      synonyms,
      labels: METHOD,
      ...offers,
      aliases: [...METHOD_ALIASES, ...(offers.aliases ?? [])],
    })
    .default(first);
}
