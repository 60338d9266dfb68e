import { AccountError } from '../../records/account-error.ts';
import type { Change, Reader, Records } from '../../records/records.ts';
import type { KeyEnvironment, KeyRow } from '../../records/tables.ts';
import { type Actor, recordAudit, recordChange } from '../../records/trail.ts';
import { isInstant } from '../../values/instant.ts';
import { newId } from '../../values/record-id.ts';
import { applicationOf } from '../clients/applications.ts';
import { requireName } from '../clients/clients.ts';
import { requireClient } from '../find-client.ts';
import { hashKey, keyHint, keyStart, newKey } from './key-format.ts';
import { requireRoomForKey } from './key-room.ts';
import { type NewKeySettings, settingColumns } from './key-settings.ts';

export interface NewKey extends NewKeySettings {
  readonly clientId: string;
  /** The owner; `null` for the application, or else the client's first admin. */
  readonly userId: string | null;
  /** Name of the application that owns the key. Its first key creates the application. */
  readonly application?: string;
  readonly name: string;
  readonly environment: KeyEnvironment;
  /** Milliseconds since 1970; `null` if the key never expires. */
  readonly expiresAt: number | null;
}

/** A new key. Its text is available only here. */
export interface IssuedKey {
  readonly id: string;
  readonly text: string;
  readonly expiresAt: number | null;
}

/**
 * The keys that a caller may reach: those of a client, or of one of its users. All other keys look unknown to the
 * caller.
 */
export interface KeyScope {
  readonly clientId: string;
  readonly userId?: string;
}

/**
 * Creates a key.
 *
 * @throws AccountError `unknown-client`, `unknown-user`, `bad-value`, `too-many-keys`, `too-many-new-keys`,
 * `too-many-users`
 */
export function createKey(records: Records, actor: Actor, input: NewKey): Promise<IssuedKey> {
  return records.write((trx) => createKeyWithin(trx, actor, input));
}

/** `createKey` within a larger change. */
export async function createKeyWithin(trx: Change, actor: Actor, input: NewKey): Promise<IssuedKey> {
  if (input.expiresAt !== null && !(isInstant(input.expiresAt) && input.expiresAt > actor.at)) {
    throw new AccountError('bad-value', 'A key must expire in the future and before the year 2100', 'expires_at');
  }
  await requireClient(trx, input.clientId);
  await requireRoomForKey(trx, actor, input.clientId);
  return issue(trx, actor, 'key.create', {
    client_id: input.clientId,
    user_id: await ownerOf(trx, actor, input),
    name: requireName(input.name),
    environment: input.environment,
    expires_at: input.expiresAt,
    ...settingColumns(input),
  });
}

async function ownerOf(trx: Change, actor: Actor, { clientId, userId, application }: NewKey): Promise<string> {
  if (application !== undefined) {
    if (userId !== null) throw new AccountError('bad-value', 'A key belongs either to a user or to an application');
    return applicationOf(trx, actor, clientId, application);
  }
  const users = trx.selectFrom('users').select('id').where('client_id', '=', clientId).where('state', '=', 'active');
  const user = await (userId === null
    ? users.where('role', '=', 'admin').orderBy('created_at').orderBy('id').limit(1)
    : users.where('id', '=', userId)
  ).executeTakeFirst();
  if (user === undefined) {
    throw new AccountError('unknown-user', `Client ${clientId} has no such user`);
  }
  return user.id;
}

type Issued = Pick<
  KeyRow,
  | 'client_id'
  | 'user_id'
  | 'name'
  | 'environment'
  | 'expires_at'
  | 'calculators'
  | 'networks'
  | 'cap'
  | 'rotates_itself'
>;

/**
 * Creates a key with these properties, in the family of the key that it replaces or in a new one. The caller has
 * already checked that the plan allows it.
 */
export async function issue(
  trx: Change,
  actor: Actor,
  action: string,
  properties: Issued,
  family?: string,
): Promise<IssuedKey> {
  const id = newId('key');
  const text = newKey(properties.environment);
  await trx
    .insertInto('keys')
    .values({
      ...properties,
      id,
      family: family ?? id,
      hash: hashKey(text),
      hint: keyHint(text),
      start: keyStart(text),
      created_at: actor.at,
      last_used_at: null,
      revoked_at: null,
      replaced_by: null,
    })
    .execute();
  await recordChange(trx, actor, 'key', id);
  await recordAudit(trx, actor, {
    client: properties.client_id,
    action,
    record: { kind: 'key', id },
    after: properties,
  });
  return { id, text, expiresAt: properties.expires_at };
}

/** Finds a key by its id within the scope; the scope `null` reaches all keys. @throws AccountError `unknown-key` */
export async function requireKey(db: Reader, keyId: string, scope: KeyScope | null = null): Promise<KeyRow> {
  const key = await db.selectFrom('keys').selectAll().where('id', '=', keyId).executeTakeFirst();
  const reached =
    scope === null ||
    (key?.client_id === scope.clientId && (scope.userId === undefined || key.user_id === scope.userId));
  if (key === undefined || !reached) {
    throw new AccountError('unknown-key', `There is no key "${keyId}"`);
  }
  return key;
}
