import { escapeHarmful } from './plain-text.ts';

/** One line of a CSV file (RFC 4180), including its line end. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/**
 * Matches where a spreadsheet would start to read a formula (OWASP, CSV Injection): at the start of a cell, and after a
 * semicolon, which ends a cell in spreadsheets of many languages, even within quotes.
 */
const FORMULA = /(^|;)(?=\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

/** Cells contain text typed by others: formulas are made text, controls visible. Numbers stay unchanged. */
function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const safe = escapeHarmful(value, 'keep-lines').replace(FORMULA, "$1'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
