import type { Lms } from './lms.ts';

/** L, M and S of one sex at equal steps, as series of steps: L and M in 0.0001, S in 0.00001. */
interface SteppedSex {
  readonly l: string;
  readonly m: string;
  readonly s: string;
}

/**
 * A table whose rows are equally far apart. Of each column the first value stands there and then the difference from
 * each row to the next; `3*5` is five differences of 3.
 */
export interface SteppedTable {
  /** The first row, in `step`'s unit: days, months or cm. */
  readonly first: number;
  readonly step: number;
  readonly male: SteppedSex;
  readonly female: SteppedSex;
}

/** A table as its publisher prints it, a row a line. */
export interface ListedTable {
  readonly male: string;
  readonly female: string;
}

/** A table ready for use; one a sex. */
export interface LmsTable {
  readonly first: number;
  readonly last: number;
  /**
   * L, M and S at a place, interpolated on a straight line between the two rows around it.
   *
   * @throws RangeError outside the table
   */
  at(place: number): Lms;
}

const DECIMALS = { l: 4, m: 4, s: 5 } as const;

export function steppedTable({ first, step }: SteppedTable, { l, m, s }: SteppedSex): LmsTable {
  const columns = { l: column(l, DECIMALS.l), m: column(m, DECIMALS.m), s: column(s, DECIMALS.s) };
  // Steps are whole days or months, or tenths of a centimetre: counted in tenths so that 0.1 adds up.
  const places = Float64Array.from(columns.m, (_, row) => (first * 10 + row * step * 10) / 10);
  return overRows(places, columns);
}

export function listedTable(lines: string): LmsTable {
  const rows = lines
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' ').map(Number));
  const numbers = (at: number) => Float64Array.from(rows, (row) => row[at] ?? Number.NaN);
  return overRows(numbers(0), { l: numbers(1), m: numbers(2), s: numbers(3) });
}

function column(text: string, decimals: number): Float64Array {
  const values: number[] = [];
  let value = 0;
  for (const part of text.trim().split(/\s+/)) {
    const [difference = '', times = '1'] = part.split('*');
    for (let count = Number(times); count > 0; count -= 1) {
      value += Number(difference);
      values.push(value / 10 ** decimals);
    }
  }
  return Float64Array.from(values);
}

function overRows(places: Float64Array, { l, m, s }: Record<'l' | 'm' | 's', Float64Array>): LmsTable {
  const first = places[0] ?? Number.NaN;
  const last = places.at(-1) ?? Number.NaN;
  return {
    first,
    last,
    at(place) {
      if (!(place >= first && place <= last)) throw new RangeError(`${place} is not from ${first} to ${last}`);
      const row = rowAtOrBelow(places, place);
      const below = places[row] ?? Number.NaN;
      const share = place === below ? 0 : (place - below) / ((places[row + 1] ?? Number.NaN) - below);
      const between = (values: Float64Array) => {
        const value = values[row] ?? Number.NaN;
        return share === 0 ? value : value + share * ((values[row + 1] ?? Number.NaN) - value);
      };
      return { l: between(l), m: between(m), s: between(s) };
    },
  };
}

/** The last row that does not lie beyond a place, by bisection. */
function rowAtOrBelow(places: Float64Array, place: number): number {
  let low = 0;
  let high = places.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((places[middle] ?? Number.NaN) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}
