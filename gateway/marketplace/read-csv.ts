import { CsvError, parse } from 'csv-parse/sync';

/**
 * Parses CSV (RFC 4180): quoted cells may contain commas, line breaks and doubled quotes. Empty lines and a leading
 * byte order mark, as written by Excel, are skipped.
 *
 * @throws RangeError if a quote is not closed or occurs within an unquoted cell
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
    // The parser's message quotes the cell, which may be a key.
    if (!(error instanceof CsvError)) throw error;
    throw new RangeError(`a quote in row ${rows + 1} is not closed, or occurs within an unquoted cell`);
  }
}
