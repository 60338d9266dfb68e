import { AccountError } from '../../records/account-error.ts';
import type { Change, Records } from '../../records/records.ts';
import { type Actor, recordAudit, recordChange } from '../../records/trail.ts';
import { isPlainText, LONGEST_TYPED_NAME } from '../../values/plain-text.ts';
import { newId } from '../../values/record-id.ts';
import { requirePlan } from '../plans/plans.ts';

export interface NewClient {
  readonly name: string;
  readonly plan: string;
  /** The client's first user, with the role `admin`. */
  readonly admin: { readonly name: string; readonly email: string | null };
}

export interface CreatedClient {
  readonly clientId: string;
  readonly userId: string;
}

/** Creates a client and its admin, who has no password yet. @throws AccountError `unknown-plan`, `email-taken` */
export function createClient(records: Records, actor: Actor, input: NewClient): Promise<CreatedClient> {
  return records.write((trx) => createClientWithin(trx, actor, input));
}

/** `createClient` within a larger change. */
export async function createClientWithin(trx: Change, actor: Actor, input: NewClient): Promise<CreatedClient> {
  await requirePlan(trx, input.plan);
  const name = requireName(input.name);
  const clientId = newId('cl');
  await trx
    .insertInto('clients')
    .values({
      id: clientId,
      name,
      plan: input.plan,
      overrides: '{}',
      limits_version: 1,
      created_at: actor.at,
      deleted_at: null,
      developer_usage: 'own',
    })
    .execute();
  await recordChange(trx, actor, 'client', clientId);
  await recordAudit(trx, actor, {
    client: clientId,
    action: 'client.create',
    record: { kind: 'client', id: clientId },
    after: { name, plan: input.plan },
  });
  return { clientId, userId: await createAdmin(trx, actor, clientId, input.admin) };
}

async function createAdmin(trx: Change, actor: Actor, clientId: string, admin: NewClient['admin']): Promise<string> {
  const email = admin.email?.toLowerCase() ?? null;
  if (email !== null && (await trx.selectFrom('users').where('email', '=', email).select('id').executeTakeFirst())) {
    throw new AccountError('email-taken', `${email} already belongs to a user`);
  }
  const id = newId('us');
  const user = { email, name: requireName(admin.name), role: 'admin', state: 'active' } as const;
  await trx
    .insertInto('users')
    .values({ id, client_id: clientId, ...user, password_hash: null, created_at: actor.at })
    .execute();
  await recordAudit(trx, actor, {
    client: clientId,
    action: 'user.create',
    record: { kind: 'user', id },
    after: user,
  });
  return id;
}

/**
 * Trims a name and checks it: not empty, at most 200 characters, no control characters.
 *
 * @throws AccountError `bad-value`
 */
export function requireName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === '' || trimmed.length > LONGEST_TYPED_NAME || !isPlainText(trimmed)) {
    throw new AccountError('bad-value', `A name has 1 to ${LONGEST_TYPED_NAME} printable characters`);
  }
  return trimmed;
}
