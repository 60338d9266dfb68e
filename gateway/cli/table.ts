import type { Page } from '../records/page.ts';
import { isoTime } from '../values/instant.ts';
import { escapeHarmful } from '../values/plain-text.ts';

/** Formats rows under headings; each column is as wide as its longest cell, and numbers are right-aligned. */
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

/** Formats a page of a list as a table, followed by the cursor of the next page. */
export function pageTable<Item>(
  headings: readonly string[],
  { items, next }: Page<Item>,
  rowOf: (item: Item) => readonly (string | number)[],
): string {
  const shown = table(headings, items.map(rowOf));
  return next === null ? shown : `${shown}\n\nFor the next page, add: --cursor ${next}`;
}

/** Old rows may contain characters that control a terminal. */
function plainCell(cell: string | number): string | number {
  return typeof cell === 'number' ? cell : escapeHarmful(cell, 'one-line');
}

/** A readable instant in UTC, to the second; `-` for `null`. */
export function when(at: number | null): string {
  return at === null ? '-' : `${isoTime(at).slice(0, 19)}Z`;
}

/** A readable limit. */
export function orUnlimited(limit: number | null): string {
  return limit === null ? 'unlimited' : String(limit);
}
