import { exceeds, reaches } from './rounding.ts';

/** One class: it holds from `from` (included, unless `above`) up to where the next class begins. */
export interface Class<Key extends string = string> {
  readonly key: Key;
  readonly from: number;
  /** The bound itself still belongs to the class below: "more than 94 cm". */
  readonly above?: true;
}

/** Classes from the lowest to the highest; the first starts at minus infinity or at the least possible value. */
export type ClassTable<Key extends string = string> = readonly Class<Key>[];

/** A lower bound that belongs to the class below. */
export interface Above {
  readonly above: number;
}

/** The bound of a class that its source prints as "more than", not as "from". */
export const above = (bound: number): Above => ({ above: bound });

/**
 * Builds a table of half-open classes: each holds from its bound (included, unless `above`) to the next bound.
 *
 * @param bounds lower bound of each class, ascending
 * @throws RangeError if a bound is not a number, or the bounds do not ascend
 * @example classTable({ low: -Infinity, normal: 18.5, high: 25 })
 * @example classTable({ normal: -Infinity, increased: above(94), high: above(102) })
 */
export function classTable<Key extends string>(bounds: Readonly<Record<Key, number | Above>>): ClassTable<Key> {
  const table = (Object.entries(bounds) as [Key, number | Above][]).map(
    ([key, bound]): Class<Key> =>
      typeof bound === 'number' ? { key, from: bound } : { key, from: bound.above, above: true },
  );
  for (const [index, { key, from }] of table.entries()) {
    if (typeof from !== 'number' || Number.isNaN(from)) throw new RangeError(`class ${key} must start at a number`);
    const previous = table[index - 1];
    if (previous && previous.from >= from) throw new RangeError(`class ${key} must start above ${previous.from}`);
  }
  return table;
}

/** The class that an unrounded value falls into, compared at 12 significant digits. */
export function classify<Table extends ClassTable>(value: number, table: Table): Table[number]['key'] {
  let found = table[0];
  for (const candidate of table) {
    if (candidate.above ? exceeds(value, candidate.from) : reaches(value, candidate.from)) found = candidate;
    else break;
  }
  if (!found) throw new RangeError('a class table has at least one class');
  return found.key;
}
