import { type SelectQueryBuilder, sql } from 'kysely';
import { AccountError } from './account-error.ts';

/** The part of a list that a caller requests. */
export interface PageRequest {
  /** Most items of the page. */
  readonly limit: number;
  /** `next` of the previous page; `null` for the first page. */
  readonly cursor: string | null;
}

/** One page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** The cursor of the next page; `null` on the last page. */
  readonly next: string | null;
}

/**
 * The sort order of a list. The columns together are unique. An index on the filter's columns followed by these reads a
 * page without reading earlier pages.
 *
 * @example
 * const NEWEST_FIRST: ListOrder<AuditRow> = {
 *   direction: 'desc',
 *   by: [
 *     { column: 'audit.at', kind: 'number', of: ({ at }) => at },
 *     { column: 'audit.id', kind: 'number', of: ({ id }) => id },
 *   ],
 * };
 */
export interface ListOrder<Row> {
  readonly direction: 'asc' | 'desc';
  readonly by: readonly SortColumn<Row>[];
}

interface SortColumn<Row> {
  readonly column: string;
  readonly kind: 'number' | 'text';
  /** The column's value in a row of the list. */
  of(row: Row): number | string;
}

/** Longest accepted cursor, which bounds decoding. No position needs more. */
export const LONGEST_CURSOR = 1_024;

/**
 * Reads one page by position (keyset paging), without counting earlier rows or the total.
 *
 * @param query the whole list, filtered and unsorted
 * @throws AccountError `bad-value`, field `cursor`, for a cursor that no list of this order has written
 */
export async function readPage<Db, Table extends keyof Db, Row>(
  query: SelectQueryBuilder<Db, Table, Row>,
  order: ListOrder<Row>,
  { limit, cursor }: PageRequest,
): Promise<Page<Row>> {
  const { direction, by } = order;
  let page = query;
  if (cursor !== null) {
    const columns = sql.join(by.map(({ column }) => sql.ref(column)));
    const position = sql.join(readCursor(cursor, order));
    page = page.where(sql<boolean>`(${columns}) ${direction === 'asc' ? sql`>` : sql`<`} (${position})`);
  }
  for (const { column } of by) page = page.orderBy(sql.ref(column), direction);
  // One row more than asked for tells whether there is a next page.
  const rows = (await page.limit(limit + 1).execute()) as Row[];
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next: rows.length > limit && last !== undefined ? writeCursor(last, order) : null };
}

/** Maps the items of a page. */
export function mapPage<From, To>({ items, next }: Page<From>, map: (item: From) => To): Page<To> {
  return { items: items.map(map), next };
}

/** Reads all pages of a list in order, holding one page in memory at a time. */
export async function* everyPage<Item>(
  read: (cursor: string | null) => Promise<Page<Item>>,
): AsyncGenerator<readonly Item[]> {
  for (let cursor: string | null = null; ; ) {
    const { items, next }: Page<Item> = await read(cursor);
    yield items;
    if (next === null) return;
    cursor = next;
  }
}

function writeCursor<Row>(row: Row, { by }: ListOrder<Row>): string {
  return encode(by.map((column) => column.of(row)));
}

function encode(position: readonly (number | string)[]): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

/** Decodes the position in a cursor. Strict: a position has exactly one spelling, which PostgreSQL can compare. */
function readCursor(cursor: string, { by }: ListOrder<never>): (number | string)[] {
  const position = decode(cursor);
  const fits =
    Array.isArray(position) &&
    position.length === by.length &&
    by.every(({ kind }, at) => (kind === 'number' ? isWholeNumber(position[at]) : isStorableText(position[at]))) &&
    encode(position) === cursor;
  if (!fits) throw new AccountError('bad-value', 'Not a cursor of this list', 'cursor');
  return position;
}

function decode(cursor: string): unknown {
  if (cursor.length > LONGEST_CURSOR) return null;
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}

function isWholeNumber(value: unknown): boolean {
  return Number.isSafeInteger(value);
}

/** PostgreSQL refuses a NUL and half a surrogate pair. */
function isStorableText(value: unknown): boolean {
  return typeof value === 'string' && !value.includes('\0') && value.isWellFormed();
}
