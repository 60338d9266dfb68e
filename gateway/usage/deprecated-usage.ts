import { type ListOrder, type Page, type PageRequest, readPage } from '../records/page.ts';
import type { Reader } from '../records/records.ts';
import { callsByOutcome, type UsageLine } from './report.ts';

/** The calls of one key to a deprecated route. */
export interface DeprecatedUsage extends UsageLine {
  readonly client: string;
  readonly clientName: string;
  readonly key: string;
  readonly keyName: string;
}

const BY_CALLER: ListOrder<DeprecatedUsage> = {
  direction: 'asc',
  by: [
    { column: 'usage_fold.client_id', kind: 'text', of: ({ client }) => client },
    { column: 'usage_fold.key_id', kind: 'text', of: ({ key }) => key },
    { column: 'usage_fold.calculator', kind: 'text', of: ({ name }) => name },
  ],
};

/**
 * Reads the checkpointed calls counted under these names in a UTC month, by client and key.
 *
 * @throws AccountError `bad-value` for a malformed cursor
 */
export async function deprecatedUsage(
  db: Reader,
  names: readonly string[],
  month: string,
  request: PageRequest,
): Promise<Page<DeprecatedUsage>> {
  if (names.length === 0) return { items: [], next: null };
  const callers = db
    .selectFrom('usage_fold')
    .leftJoin('clients', 'clients.id', 'usage_fold.client_id')
    .leftJoin('keys', 'keys.id', 'usage_fold.key_id')
    .where('usage_fold.calculator', 'in', [...names])
    .where('day', '>=', `${month}-01`)
    .where('day', '<=', `${month}-31`)
    .groupBy(['usage_fold.client_id', 'clients.name', 'usage_fold.key_id', 'keys.name', 'usage_fold.calculator'])
    .select(['usage_fold.client_id as client', 'usage_fold.key_id as key', 'usage_fold.calculator as name'])
    .select((eb) => [
      eb.fn.coalesce('clients.name', eb.val('')).as('clientName'),
      eb.fn.coalesce('keys.name', eb.val('')).as('keyName'),
      ...callsByOutcome(),
    ]);
  return readPage(callers, BY_CALLER, request);
}
