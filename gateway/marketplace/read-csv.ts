import { CsvError, parse } from 'csv-parse/sync';

/**
 * The rows of a CSV text (RFC 4180): a quoted cell may hold commas, line ends and doubled quotes. Empty lines are left
 * out. A byte order mark, with which Excel begins a file, is ignored.
 *
 * @throws RangeError if a quote is not closed or stands within a cell
 */
export function readCsv(text: string): string[][] {
  let rows = 0;
  const countRow = (row: string[]) => {
    if (row.length === 1 && row[0] === '') return null;
    rows += 1;
    return row;
  };
  try {
    return parse(text, {
      bom: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      on_record: countRow,
    });
  } catch (error) {
    // The parser's own message quotes the cell, which may be a key.
    if (!(error instanceof CsvError)) throw error;
    throw new RangeError(`a quote in row ${rows + 1} is not closed, or stands within a cell`);
  }
}
