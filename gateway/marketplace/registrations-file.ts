import { AccountError } from '../records/account-error.ts';
import type { Registration } from './consumers.ts';
import { readCsv } from './read-csv.ts';

const COLUMNS = ['user', 'subscription', 'key'] as const;

/** Larger than a marketplace's export; a longer import would block every other write for too long. */
const MOST_ROWS = 10_000;

/**
 * Reads subscriptions from a CSV file (RFC 4180) whose header row names the columns `user`, `subscription` and `key`,
 * in any order; other columns are ignored.
 *
 * @throws AccountError `bad-value` with every invalid line
 */
export function registrationsOf(text: string): Registration[] {
  const [heading = [], ...rows] = rowsOf(text);
  const places = COLUMNS.map((column) => heading.findIndex((name) => name.trim().toLowerCase() === column));
  const missing = COLUMNS.filter((_, at) => places[at] === -1);
  if (missing.length > 0) throw bad(`The header row lacks: ${missing.join(', ')}`);
  if (rows.length > MOST_ROWS) throw bad(`The file has ${rows.length} lines; the maximum is ${MOST_ROWS}`);
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
