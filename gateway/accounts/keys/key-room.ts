import { AccountError } from '../../records/account-error.ts';
import type { Change, Reader } from '../../records/records.ts';
import type { Actor } from '../../records/trail.ts';
import { FAMILY } from './key-family.ts';

const DAY_MS = 86_400_000;

/**
 * New keys per 24 hours for each key that the plan allows; the bound is needed because ended keys stay in the records.
 */
const MADE_A_DAY = 10;

/** @throws AccountError `too-many-keys`, `too-many-new-keys` */
export async function requireRoomForKey(trx: Change, { at }: Pick<Actor, 'at'>, clientId: string): Promise<void> {
  const most = await mostKeys(trx, clientId);
  if (most === null) return;
  if ((await livingFamilies(trx, clientId, at)) >= most) {
    throw new AccountError('too-many-keys', `The plan allows ${most} keys`, '', { limit: most });
  }
  await requireRoomToday(trx, at, clientId, most);
}

/**
 * Checks that a client may create the successor of a key. A rotation does not count against the number of living keys,
 * because the two keys of a family count as one.
 *
 * @throws AccountError `too-many-new-keys`
 */
export async function requireRoomForSuccessor(trx: Change, { at }: Pick<Actor, 'at'>, clientId: string): Promise<void> {
  const most = await mostKeys(trx, clientId);
  if (most !== null) await requireRoomToday(trx, at, clientId, most);
}

/** @returns `null` for a plan without this limit */
async function mostKeys(db: Reader, clientId: string): Promise<number | null> {
  const row = await db
    .selectFrom('clients')
    .innerJoin('plans', 'plans.name', 'clients.plan')
    .select('plans.most_keys')
    .where('clients.id', '=', clientId)
    .executeTakeFirst();
  return row?.most_keys ?? null;
}

async function livingFamilies(db: Reader, clientId: string, now: number): Promise<number> {
  const { families } = await db
    .selectFrom('keys')
    .select((eb) => eb.cast<number>(eb.fn.count(FAMILY).distinct(), 'bigint').as('families'))
    .where('client_id', '=', clientId)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirstOrThrow();
  return families;
}

async function requireRoomToday(db: Reader, now: number, clientId: string, most: number): Promise<void> {
  const limit = most * MADE_A_DAY;
  const { made } = await db
    .selectFrom('keys')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'bigint').as('made'))
    .where('client_id', '=', clientId)
    .where('created_at', '>', now - DAY_MS)
    .executeTakeFirstOrThrow();
  if (made >= limit) {
    throw new AccountError('too-many-new-keys', `${limit} keys were made within 24 hours`, '', { limit });
  }
}
