import type { Calculator } from './calculator.ts';
import type { Pictured } from './pictured.ts';
import type { ZonesPicture } from './pictures/picture.ts';

/** Names of the ends of a range, in pairs. */
const ENDS = [
  ['min', 'max'],
  ['from', 'to'],
  ['above', 'up_to'],
] as const;

interface Range {
  readonly from: number;
  /** `null` if the range is open. */
  readonly to: number | null;
  /** The name of the quantity after `min_`; empty for a bare `min`. */
  readonly quantity: string;
}

/** The ranges in a result: a list or an object of rows with two ends. `null` if there are fewer than two. */
export function zonesOf({ output }: Calculator, { results, words }: Pictured): ZonesPicture | null {
  for (const name of Object.keys(output.shape)) {
    const value = results[name];
    if (name === 'by_method' || typeof value !== 'object' || value === null) continue;
    const rows = Object.entries(value).flatMap(([key, row]) => {
      const range = rangeOf(row);
      const label = words.row(name, Array.isArray(value) ? String(Number(key) + 1) : key, Object(row));
      return range ? [{ label, range }] : [];
    });
    const [first] = rows;
    if (!first || rows.length < 2) continue;
    const { unit, of } = words.result(first.range.quantity === '' ? name : `x_${first.range.quantity}`);
    // An open range is drawn somewhat longer than the end of the last closed one.
    const end = Math.max(...rows.map(({ range: { from, to } }) => to ?? from * 1.2));
    const zones = rows.map(({ label, range: { from, to } }) => ({ label, from: of(from), to: of(to ?? end) }));
    return { kind: 'zones', label: words.result(name).label, unit, zones };
  }
  return null;
}

/** Both ends of a row. A share in percent gives way to a measure. */
function rangeOf(row: unknown): Range | null {
  if (typeof row !== 'object' || row === null) return null;
  const members = new Map(Object.entries(row));
  const ranges = ENDS.flatMap(([low, high]) =>
    [...members].flatMap(([name, from]): Range[] => {
      if (name !== low && !name.startsWith(`${low}_`)) return [];
      const to = members.get(high + name.slice(low.length));
      if (typeof from !== 'number' || (typeof to !== 'number' && to !== null)) return [];
      return [{ from, to, quantity: name.slice(low.length + 1) }];
    }),
  );
  return ranges.find(({ quantity }) => quantity !== 'percent') ?? ranges[0] ?? null;
}
