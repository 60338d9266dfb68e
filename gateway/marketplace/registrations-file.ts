import { AccountError } from '../records/account-error.ts';
import type { Registration } from './consumers.ts';
import { readCsv } from './read-csv.ts';

const COLUMNS = ['user', 'subscription', 'key'] as const;

/** More than a marketplace exports at once; beyond it the import would hold up every other change of the records. */
const MOST_ROWS = 10_000;

/**
 * Subscriptions from a CSV file (RFC 4180) whose first line names its columns: `user`, `subscription` and `key`, in any
 * order; other columns are ignored.
 *
 * @throws AccountError `bad-value`, with every line that cannot be used
 */
export function registrationsOf(text: string): Registration[] {
  const [heading = [], ...rows] = rowsOf(text);
  const places = COLUMNS.map((column) => heading.findIndex((name) => name.trim().toLowerCase() === column));
  const missing = COLUMNS.filter((_, at) => places[at] === -1);
  if (missing.length > 0) throw bad(`The first line names no column ${missing.join(' and no ')}`);
  if (rows.length > MOST_ROWS) throw bad(`The file has ${rows.length} lines; at most ${MOST_ROWS} are taken at once`);
  const mistakes: string[] = [];
  const registrations = rows.map((row, at) => {
    const [user = '', subscription = '', key = ''] = places.map((place) => row[place]?.trim());
    const empty = COLUMNS.filter((column) => ({ user, subscription, key })[column] === '');
    if (empty.length > 0) mistakes.push(`line ${at + 2}: ${empty.join(' and ')} is empty`);
    return { user, subscription, key };
  });
  if (mistakes.length > 0) throw bad(mistakes.join('; '));
  return registrations;
}

function rowsOf(text: string): string[][] {
  try {
    return readCsv(text);
  } catch (error) {
    throw bad(`The file is not CSV: ${error instanceof Error ? error.message : error}`);
  }
}

const bad = (message: string) => new AccountError('bad-value', message, 'csv');
