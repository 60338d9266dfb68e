import { createClientWithin } from '../accounts/clients/clients.ts';
import { limitsChanged } from '../accounts/plans/limits.ts';
import { requirePlan } from '../accounts/plans/plans.ts';
import { AccountError } from '../records/account-error.ts';
import type { Change, Records } from '../records/records.ts';
import { type Actor, recordAudit, recordChange } from '../records/trail.ts';
import { isPlainText, LONGEST_TYPED_NAME, toPlainText } from '../values/plain-text.ts';
import { newId } from '../values/record-id.ts';
import { hashMarketplaceKey, MARKETPLACE_KEY } from './consumer-hash.ts';
import { countConsumers } from './consumer-report.ts';
import { type PresentedConsumer, planOf } from './marketplaces.ts';
import type { Marketplace } from './marketplaces-file.ts';

/** A marketplace subscription and its consumer's key. */
export interface Registration {
  /** The marketplace's name for the consumer. */
  readonly user: string;
  readonly subscription: string;
  readonly key: string;
}

/** The result of a registration. */
export interface Registered {
  readonly clientId: string;
  readonly user: string;
  readonly plan: string;
  /** What the registration created: the consumer, only its key, or nothing. */
  readonly made: 'consumer' | 'key' | 'nothing';
}

/**
 * Registers keys of a marketplace, all of them or none. A known consumer gets the key in addition to its other keys,
 * and its last named subscription.
 *
 * @throws AccountError `bad-value`, `unknown-plan`
 */
export function registerConsumers(
  records: Records,
  actor: Actor,
  marketplace: Marketplace,
  registrations: readonly Registration[],
): Promise<Registered[]> {
  return records.write(async (trx) => {
    const registered: Registered[] = [];
    const hasRoom = roomIn(trx, marketplace);
    for (const one of registrations) registered.push(await register(trx, actor, marketplace, one, hasRoom));
    return registered;
  });
}

async function register(
  trx: Change,
  actor: Actor,
  marketplace: Marketplace,
  one: Registration,
  hasRoom: HasRoom,
): Promise<Registered> {
  requireShort('user', one.user, LONGEST_TYPED_NAME);
  requireShort('subscription', one.subscription, 100);
  if (!MARKETPLACE_KEY.test(one.key)) {
    throw new AccountError('bad-value', `The key of ${one.user} is not 8 to 512 visible ASCII characters`, 'key');
  }
  const keyHash = hashMarketplaceKey(marketplace.name, one.key);
  const holder = await trx
    .selectFrom('keys')
    .innerJoin('consumers', 'consumers.client_id', 'keys.client_id')
    .where('hash', '=', keyHash)
    .select(['external_user', 'revoked_at'])
    .executeTakeFirst();
  if (holder && holder.external_user !== one.user) {
    throw new AccountError('bad-value', `The key of ${one.user} belongs to ${holder.external_user}`, 'key');
  }
  if (holder && holder.revoked_at !== null) {
    throw new AccountError('bad-value', `The key of ${one.user} is revoked`, 'key');
  }
  const { clientId, userId, plan, isNew } = await consumerOf(trx, actor, marketplace, one, hasRoom);
  if (!holder) await requireFewKeys(trx, clientId, one.user);
  if (!holder) await addKey(trx, actor, { clientId, userId, keyHash, name: one.user });
  return { clientId, user: one.user, plan, made: isNew ? 'consumer' : holder ? 'nothing' : 'key' };
}

/** Whether the marketplace allows one more consumer. */
type HasRoom = () => Promise<boolean>;

/** Counts the consumers once per change, however many it registers. */
function roomIn(trx: Change, { name, mostConsumers }: Marketplace): HasRoom {
  let left: number | null = null;
  return async () => {
    left ??= mostConsumers - (await countConsumers(trx, name));
    left -= 1;
    return left >= 0;
  };
}

/** Valid keys per consumer. */
const MOST_KEYS = 20;

/** @throws AccountError `bad-value` */
async function requireFewKeys(trx: Change, clientId: string, user: string): Promise<void> {
  const working = trx.selectFrom('keys').where('client_id', '=', clientId).where('revoked_at', 'is', null).select('id');
  if ((await working.limit(MOST_KEYS).execute()).length < MOST_KEYS) return;
  throw new AccountError('bad-value', `${user} has ${MOST_KEYS} keys: revoke one first`, 'key');
}

/** @throws AccountError `bad-value` */
function requireShort(field: 'user' | 'subscription', text: string, max: number): void {
  if (text === '' || text.length > max || !isPlainText(text)) {
    throw new AccountError('bad-value', `A ${field} has 1 to ${max} printable characters`, field);
  }
}

/**
 * Updates the records to match what a marketplace in proxy mode presents: creates the consumer if needed, and puts it
 * on the plan of its subscription.
 *
 * @returns false if the subscription has no plan, or the marketplace already has its maximum of consumers
 * @throws AccountError `unknown-plan`
 */
export function admitConsumer(records: Records, at: number, presented: PresentedConsumer): Promise<boolean> {
  const { marketplace, keyHash, vouched } = presented;
  if (vouched === null || planOf(marketplace, vouched.subscription) === null) return Promise.resolve(false);
  const actor = { name: `marketplace:${marketplace.name}`, at, address: null };
  return records.write(async (trx) => {
    const known = await findConsumer(trx, marketplace, vouched.user);
    if (known === undefined && !(await roomIn(trx, marketplace)())) return false;
    const { clientId, userId } = await consumerOf(trx, actor, marketplace, vouched, async () => true);
    // Another process may have added the key already.
    const key = await trx.selectFrom('keys').where('hash', '=', keyHash).select('id').executeTakeFirst();
    if (!key) await addKey(trx, actor, { clientId, userId, keyHash, name: vouched.user });
    return true;
  });
}

/** Finds or creates the consumer with this name, on the plan of its subscription. */
async function consumerOf(
  trx: Change,
  actor: Actor,
  marketplace: Marketplace,
  { user, subscription }: Pick<Registration, 'user' | 'subscription'>,
  hasRoom: HasRoom,
): Promise<{ clientId: string; userId: string; plan: string; isNew: boolean }> {
  const plan = planOf(marketplace, subscription);
  if (plan === null) {
    throw new AccountError(
      'bad-value',
      `${marketplace.name} has no plan for the subscription "${subscription}"`,
      'subscription',
    );
  }
  const known = await findConsumer(trx, marketplace, user);
  if (known === undefined) {
    if (!(await hasRoom())) {
      const { name, mostConsumers } = marketplace;
      throw new AccountError('bad-value', `${name} has ${mostConsumers} consumers: its file allows no more`, 'user');
    }
    // `slice` may split a surrogate pair, which is not valid in a name.
    const name = toPlainText(`${marketplace.name}: ${user}`.slice(0, LONGEST_TYPED_NAME));
    const { clientId, userId } = await createClientWithin(trx, actor, {
      name,
      plan,
      admin: { name: user.slice(0, LONGEST_TYPED_NAME), email: null },
    });
    await trx
      .insertInto('consumers')
      .values({
        client_id: clientId,
        marketplace: marketplace.name,
        external_user: user,
        subscription,
        created_at: actor.at,
      })
      .execute();
    return { clientId, userId, plan, isNew: true };
  }
  const { clientId, userId } = known;
  if (known.plan !== plan || known.subscription !== subscription) {
    await requirePlan(trx, plan);
    await trx.updateTable('consumers').set({ subscription }).where('client_id', '=', clientId).execute();
    await trx.updateTable('clients').set({ plan }).where('id', '=', clientId).execute();
    await limitsChanged(trx, actor, clientId);
    await recordAudit(trx, actor, {
      client: clientId,
      action: 'subscription.change',
      record: { kind: 'client', id: clientId },
      before: { plan: known.plan, subscription: known.subscription },
      after: { plan, subscription },
    });
  }
  return { clientId, userId, plan, isNew: false };
}

function findConsumer(trx: Change, marketplace: Marketplace, user: string) {
  return trx
    .selectFrom('consumers')
    .innerJoin('clients', 'clients.id', 'consumers.client_id')
    .innerJoin('users', 'users.client_id', 'clients.id')
    .where('marketplace', '=', marketplace.name)
    .where('external_user', '=', user)
    .select(['clients.id as clientId', 'users.id as userId', 'clients.plan', 'consumers.subscription'])
    .executeTakeFirst();
}

interface NewConsumerKey {
  readonly clientId: string;
  readonly userId: string;
  readonly keyHash: string;
  readonly name: string;
}

async function addKey(trx: Change, actor: Actor, { clientId, userId, keyHash, name }: NewConsumerKey): Promise<void> {
  const id = newId('key');
  await trx
    .insertInto('keys')
    .values({
      id,
      client_id: clientId,
      user_id: userId,
      name: name.slice(0, LONGEST_TYPED_NAME),
      environment: 'live',
      hash: keyHash,
      // No part of the marketplace's key may be shown, because it may be short.
      hint: '',
      start: null,
      created_at: actor.at,
      last_used_at: null,
      expires_at: null,
      revoked_at: null,
      replaced_by: null,
      calculators: null,
      networks: null,
      cap: null,
      family: id,
    })
    .execute();
  await recordChange(trx, actor, 'key', id);
  await recordAudit(trx, actor, {
    client: clientId,
    action: 'key.create',
    record: { kind: 'key', id },
    after: { client_id: clientId, user_id: userId, name },
  });
}
