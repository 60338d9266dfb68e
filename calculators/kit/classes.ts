import { reaches } from './rounding.ts';

/** One class: it holds from `from` (included) up to the next class's `from` (excluded). */
export interface Class<Key extends string = string> {
  readonly key: Key;
  readonly from: number;
}

/** Classes from the lowest to the highest; the first starts at minus infinity or at the least possible value. */
export type ClassTable<Key extends string = string> = readonly Class<Key>[];

/**
 * Builds a table of half-open classes: each holds from its bound (included) to the next bound (excluded).
 *
 * @param bounds lower bound of each class, ascending
 * @throws RangeError if the bounds do not ascend
 * @example classTable({ low: -Infinity, normal: 18.5, high: 25 })
 */
export function classTable<Key extends string>(bounds: Readonly<Record<Key, number>>): ClassTable<Key> {
  const table = (Object.entries(bounds) as [Key, number][]).map(([key, from]) => ({ key, from }));
  for (const [index, { key, from }] of table.entries()) {
    const previous = table[index - 1];
    if (previous && previous.from >= from) throw new RangeError(`class ${key} must start above ${previous.from}`);
  }
  return table;
}

/** The class that an unrounded value falls into, compared at 12 significant digits. */
export function classify<Key extends string>(value: number, table: ClassTable<Key>): Key {
  let found = table[0];
  for (const candidate of table) {
    if (reaches(value, candidate.from)) found = candidate;
    else break;
  }
  if (!found) throw new RangeError('a class table has at least one class');
  return found.key;
}
