import type { MonthCounter } from '../contract.ts';
import { isNamed } from '../model/named-rows.ts';
import type { Changes } from '../model/state.ts';

/** Names that a plain line cannot hold: with separators, or with surrogates, which UTF-8 has in pairs only. */
const NEEDS_JSON = /[\t\n\ud800-\udfff]/;

/** The changes of which a plain line can name all. */
export type CountedChanges = Pick<Changes, 'month' | 'families' | 'usage'> & { readonly counter: MonthCounter };

/**
 * The names of the last line of a client with one family and one usage row. Its next line mostly has the same names, and
 * to build and check them takes longer than to compare them.
 */
export class LineNames {
  #month = '';
  #epoch = '';
  #family = '';
  #familyMonth = '';
  #row: Changes['usage'][number] | undefined;
  #text: string | null = null;

  /** The names of a line, as {@link namesOf} builds them. */
  of(client: string, changes: CountedChanges): string | null {
    const { month, counter, families, usage } = changes;
    const [row] = usage;
    if (families.size !== 1 || usage.length !== 1 || row === undefined) return namesOf(client, changes);
    for (const [family, { month: familyMonth }] of families) {
      const isSame = this.#epoch === counter.epoch && this.#month === month && this.#family === family;
      if (isSame && this.#familyMonth === familyMonth && this.#isRow(row)) break;
      this.#month = month;
      this.#epoch = counter.epoch;
      this.#family = family;
      this.#familyMonth = familyMonth;
      this.#row = row;
      this.#text = flat(namesOf(client, changes));
    }
    return this.#text;
  }

  #isRow({ day, key, calculator, status }: Changes['usage'][number]): boolean {
    return this.#row !== undefined && isNamed(this.#row, day, key, calculator, status);
  }
}

/** What a plain line names, in its order; `null` if it cannot hold one of the names. */
export function namesOf(client: string, { month, counter, families, usage }: CountedChanges): string | null {
  if (NEEDS_JSON.test(client) || NEEDS_JSON.test(counter.epoch)) return null;
  let names = `${client}\t${month}\t${counter.epoch}\t${families.size}`;
  for (const [family, { month: familyMonth }] of families) {
    if (NEEDS_JSON.test(family)) return null;
    names += `\t${family}\t${familyMonth}`;
  }
  for (const { day, key, calculator, status } of usage) {
    if (NEEDS_JSON.test(key) || NEEDS_JSON.test(calculator)) return null;
    names += `\t${day}\t${key}\t${calculator}\t${status}`;
  }
  return names;
}

/** V8 keeps a text that was joined as its parts, until something reads it. A search does. */
function flat(text: string | null): string | null {
  text?.includes('\n');
  return text;
}
