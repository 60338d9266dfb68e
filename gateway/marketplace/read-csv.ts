/** A cell, in quotes or not, and what ends it. */
const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/gy;

/**
 * The rows of a CSV text (RFC 4180): cells in quotes may hold commas, line ends and doubled quotes. Empty lines are left out.
 *
 * @throws RangeError where a quote is not closed, or stands within a cell
 */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const endRow = () => {
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  };
  // Excel begins a file with a byte order mark.
  for (const [, quoted, plain = '', end] of text.replace(/^\uFEFF/, '').matchAll(CELL)) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end !== ',') endRow();
    if (end === '') return rows;
  }
  throw new RangeError(`a quote in row ${rows.length + 1} is not closed, or stands within a cell`);
}
