import type { Page } from '../records/page.ts';
import { isoTime } from '../values/instant.ts';
import { escapeHarmful } from '../values/plain-text.ts';

/** Rows under headings in columns as wide as their longest cell; numbers stand to the right. */
export function table(headings: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const cells = [headings, ...rows].map((row) => row.map(plainCell));
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => String(row[column] ?? '').length)));
  return cells
    .map((row) =>
      row
        .map((cell, column) => {
          const width = widths[column] ?? 0;
          return typeof cell === 'number' ? String(cell).padStart(width) : cell.padEnd(width);
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** A page of a list as a table; below it how to go on. */
export function pageTable<Item>(
  headings: readonly string[],
  { items, next }: Page<Item>,
  rowOf: (item: Item) => readonly (string | number)[],
): string {
  const shown = table(headings, items.map(rowOf));
  return next === null ? shown : `${shown}\n\nThere is more: --cursor ${next}`;
}

/** Old rows may hold characters that steer a terminal. */
function plainCell(cell: string | number): string | number {
  return typeof cell === 'number' ? cell : escapeHarmful(cell, 'one-line');
}

/** An instant as people read it, to the second, in UTC; `-` where there is none. */
export function when(at: number | null): string {
  return at === null ? '-' : `${isoTime(at).slice(0, 19)}Z`;
}

/** A limit as people read it. */
export function orUnlimited(limit: number | null): string {
  return limit === null ? 'unlimited' : String(limit);
}
