import type { ExpressionBuilder } from 'kysely';
import { AccountError } from '../../records/account-error.ts';
import { everyPage, type ListOrder, mapPage, type Page, type PageRequest, readPage } from '../../records/page.ts';
import type { Reader } from '../../records/records.ts';
import type { KeyEnvironment, KeyRow, Tables, UserRow } from '../../records/tables.ts';
import { textList } from '../../values/text-list.ts';
import type { KeySettings } from './key-settings.ts';
import type { KeyScope } from './keys.ts';

/** A key is `expiring` for this long before it expires. */
const EXPIRING_MS = 7 * 86_400_000;

/** Keys per statement when all keys are read. */
const KEYS_AT_ONCE = 500;

/**
 * `rotated`: the key has a successor and still works during the overlap. `expiring`: the key expires within seven days.
 * Both open what an `active` key opens.
 */
export type KeyState = 'active' | 'expiring' | 'rotated' | 'expired' | 'revoked';

/** A key as its owner sees it. */
export interface KeySummary extends KeySettings {
  readonly id: string;
  readonly userId: string;
  /** Name of the application that owns the key; `null` for a user's key. */
  readonly application: string | null;
  readonly name: string;
  readonly environment: KeyEnvironment;
  /** The key's first and last characters. */
  readonly start: string;
  readonly hint: string;
  readonly state: KeyState;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly replacedBy: string | null;
}

const OLDEST_FIRST: ListOrder<ListedRow> = {
  direction: 'asc',
  by: [
    { column: 'keys.created_at', kind: 'number', of: ({ created_at }) => created_at },
    { column: 'keys.id', kind: 'text', of: ({ id }) => id },
  ],
};

/** The keys in current use come first. */
const NEWEST_FIRST: ListOrder<ListedRow> = { ...OLDEST_FIRST, direction: 'desc' };

/** Restricts the listed keys; an absent member does not restrict them. */
export interface KeyFilter {
  /** Keys that still work as far as the key itself determines, or keys that have ended. */
  readonly state?: 'working' | 'ended';
  /** Id of the user or application that owns them. */
  readonly user?: string;
}

/**
 * Lists the keys of a client or of one of its users, newest first, including ended keys.
 *
 * @param now decides which keys have ended
 * @throws AccountError `bad-value` for a malformed cursor
 */
export async function listKeys(
  db: Reader,
  scope: KeyScope,
  now: number,
  { state, user, ...request }: PageRequest & KeyFilter,
): Promise<Page<KeySummary>> {
  let keys = within(db, scope);
  if (user !== undefined) keys = keys.where('keys.user_id', '=', user);
  if (state === 'working') keys = keys.where((eb) => eb.not(hasEnded(eb, now)));
  if (state === 'ended') keys = keys.where((eb) => hasEnded(eb, now));
  return mapPage(await readPage(keys, NEWEST_FIRST, request), (row) => summaryOf(row, now));
}

function hasEnded(eb: ExpressionBuilder<Pick<Tables, 'keys'>, 'keys'>, now: number) {
  return eb.or([
    eb('keys.revoked_at', 'is not', null),
    eb.and([eb('keys.expires_at', 'is not', null), eb('keys.expires_at', '<=', now)]),
  ]);
}

/** Yields all keys of a client or of one of its users, oldest first, a page at a time. */
export function everyKey(db: Reader, scope: KeyScope, now: number): AsyncGenerator<readonly KeySummary[]> {
  return everyPage(async (cursor) => {
    const page = await readPage(within(db, scope), OLDEST_FIRST, { cursor, limit: KEYS_AT_ONCE });
    return mapPage(page, (row) => summaryOf(row, now));
  });
}

/** @throws AccountError `unknown-key` */
export async function readKey(db: Reader, scope: KeyScope, keyId: string, now: number): Promise<KeySummary> {
  const row = await within(db, scope).where('keys.id', '=', keyId).executeTakeFirst();
  if (row === undefined) throw new AccountError('unknown-key', `There is no key "${keyId}"`);
  return summaryOf(row, now);
}

type ListedRow = KeyRow & { readonly kind: UserRow['kind']; readonly owner: string };

function within(db: Reader, { clientId, userId }: KeyScope) {
  const keys = db
    .selectFrom('keys')
    .innerJoin('users', 'users.id', 'keys.user_id')
    .selectAll('keys')
    .select(['users.kind', 'users.name as owner'])
    .where('keys.client_id', '=', clientId);
  return userId === undefined ? keys : keys.where('keys.user_id', '=', userId);
}

function summaryOf(row: ListedRow, now: number): KeySummary {
  return {
    id: row.id,
    userId: row.user_id,
    application: row.kind === 'application' ? row.owner : null,
    name: row.name,
    environment: row.environment,
    start: row.start ?? `vg_${row.environment}_`,
    hint: row.hint,
    state: stateOf(row, now),
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    replacedBy: row.replaced_by,
    calculators: textList(row.calculators),
    networks: textList(row.networks),
    cap: row.cap,
    rotatesItself: row.rotates_itself === 1,
  };
}

function stateOf(key: Pick<KeyRow, 'revoked_at' | 'expires_at' | 'replaced_by'>, now: number): KeyState {
  const { revoked_at, expires_at, replaced_by } = key;
  if (revoked_at !== null) return 'revoked';
  if (expires_at !== null && expires_at <= now) return 'expired';
  if (replaced_by !== null) return 'rotated';
  return expires_at !== null && expires_at - now <= EXPIRING_MS ? 'expiring' : 'active';
}
