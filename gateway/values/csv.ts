import { escapeHarmful } from './plain-text.ts';

/** One line of a CSV file (RFC 4180), its end included. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/**
 * Where a spreadsheet begins to read a formula (OWASP, CSV Injection): at the start of a cell, and behind a semicolon, which
 * spreadsheets of many languages take for the end of a cell, also within quotes.
 */
const FORMULA = /(^|;)(?=\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

/** Others have typed the texts: what would be a formula becomes text, controls become visible. Numbers stay. */
function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const safe = escapeHarmful(value, 'keep-lines').replace(FORMULA, "$1'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
