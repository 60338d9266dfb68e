import type { Change, Reader, Records } from '../records/records.ts';
import type { KeyRow } from '../records/tables.ts';
import { type Actor, recordAudit, recordChange } from '../records/trail.ts';
import { AccountError } from './account-error.ts';
import { requireName } from './clients.ts';
import { requireClient } from './find-client.ts';
import { hashKey, keyHint, newKey } from './key-format.ts';
import type { KeyEnvironment } from './principal.ts';
import { newId } from './record-id.ts';

export interface NewKey {
  readonly clientId: string;
  /** The owner; `null` is the client's first admin. */
  readonly userId: string | null;
  readonly name: string;
  readonly environment: KeyEnvironment;
  /** Milliseconds since 1970; `null` never. */
  readonly expiresAt: number | null;
  /** Calculators the key may call; `null` is all of the plan. */
  readonly calculators: readonly string[] | null;
  /** The key's own monthly cap in units; `null` is none. */
  readonly cap: number | null;
}

/** A key that was just made: the only moment at which its text is known. */
export interface IssuedKey {
  readonly id: string;
  readonly text: string;
  readonly expiresAt: number | null;
}

/** @throws AccountError `unknown-client`, `unknown-user`, `bad-value` */
export function createKey(records: Records, actor: Actor, input: NewKey): Promise<IssuedKey> {
  return records.write((trx) => createKeyWithin(trx, actor, input));
}

/** `createKey` as a part of a greater change. */
export async function createKeyWithin(trx: Change, actor: Actor, input: NewKey): Promise<IssuedKey> {
  if (input.expiresAt !== null && input.expiresAt <= actor.at) {
    throw new AccountError('bad-value', 'A key must expire in the future');
  }
  if (input.cap !== null && !(Number.isSafeInteger(input.cap) && input.cap >= 0)) {
    throw new AccountError('bad-value', 'The cap of a key is a whole number of units');
  }
  await requireClient(trx, input.clientId);
  return issue(trx, actor, 'key.create', {
    client_id: input.clientId,
    user_id: await requireUser(trx, input.clientId, input.userId),
    name: requireName(input.name),
    environment: input.environment,
    expires_at: input.expiresAt,
    calculators: input.calculators === null ? null : JSON.stringify(input.calculators),
    networks: null,
    cap: input.cap,
  });
}

async function requireUser(trx: Change, clientId: string, userId: string | null): Promise<string> {
  const users = trx.selectFrom('users').select('id').where('client_id', '=', clientId).where('state', '<>', 'disabled');
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
  'client_id' | 'user_id' | 'name' | 'environment' | 'expires_at' | 'calculators' | 'networks' | 'cap'
>;

/** Makes a key with these properties: the only place where one comes into being. */
export async function issue(trx: Change, actor: Actor, action: string, properties: Issued): Promise<IssuedKey> {
  const id = newId('key');
  const text = newKey(properties.environment);
  await trx
    .insertInto('keys')
    .values({
      ...properties,
      id,
      hash: hashKey(text),
      hint: keyHint(text),
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

/** @throws AccountError `unknown-key` */
export async function requireKey(db: Reader, keyId: string): Promise<KeyRow> {
  const key = await db.selectFrom('keys').selectAll().where('id', '=', keyId).executeTakeFirst();
  if (key === undefined) {
    throw new AccountError('unknown-key', `There is no key "${keyId}"`);
  }
  return key;
}
