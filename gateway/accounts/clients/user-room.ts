import { AccountError } from '../../records/account-error.ts';
import type { Change } from '../../records/records.ts';

/**
 * Checks that the client's plan allows one more user or application. Disabled and invited users count, removed users do
 * not.
 *
 * @throws AccountError `too-many-users`
 */
export async function requireRoomForUser(trx: Change, clientId: string): Promise<void> {
  const row = await trx
    .selectFrom('clients')
    .innerJoin('plans', 'plans.name', 'clients.plan')
    .select('plans.most_users as limit')
    .where('clients.id', '=', clientId)
    .executeTakeFirst();
  const limit = row?.limit ?? null;
  if (limit === null) return;
  const { users } = await trx
    .selectFrom('users')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'bigint').as('users'))
    .where('client_id', '=', clientId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (users >= limit) {
    throw new AccountError('too-many-users', `The plan allows ${limit} users and applications`, '', { limit });
  }
}
