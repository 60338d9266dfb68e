import type { ExpressionBuilder } from 'kysely';
import { AccountError } from '../../records/account-error.ts';
import { everyPage, type ListOrder, mapPage, type Page, type PageRequest, readPage } from '../../records/page.ts';
import type { Reader } from '../../records/records.ts';
import type { KeyEnvironment, KeyRow, Tables, UserRow } from '../../records/tables.ts';
import { textList } from '../../values/text-list.ts';
import type { KeySettings } from './key-settings.ts';
import type { KeyScope } from './keys.ts';

/** So long before its end a key is called `expiring`. */
const EXPIRING_MS = 7 * 86_400_000;

/** Keys in one statement where all of them are read. */
const KEYS_AT_ONCE = 500;

/**
 * `rotated`: it has a successor and still works for the overlap. `expiring`: it ends within seven days. Both open what
 * an `active` key opens.
 */
export type KeyState = 'active' | 'expiring' | 'rotated' | 'expired' | 'revoked';

/** A key as its owner may see it. */
export interface KeySummary extends KeySettings {
  readonly id: string;
  readonly userId: string;
  /** Name of the application it belongs to; `null` for a user's key. */
  readonly application: string | null;
  readonly name: string;
  readonly environment: KeyEnvironment;
  /** Its first and its last characters. */
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

/** The first page has the keys that are worked with. */
const NEWEST_FIRST: ListOrder<ListedRow> = { ...OLDEST_FIRST, direction: 'desc' };

/** Which keys of a list; a member that is absent leaves all. */
export interface KeyFilter {
  /** Those that open something, as far as the key alone tells, or those that have ended. */
  readonly state?: 'working' | 'ended';
  /** Id of the user or application they belong to. */
  readonly user?: string;
}

/**
 * A page of the keys of a client or of one of its users, the newest first; ended keys stay in the list.
 *
 * @param now tells which keys have ended
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

/** All keys of a client or of one of its users, the oldest first, a page at a time. */
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
