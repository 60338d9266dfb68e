import type { Change } from '../../records/records.ts';

/** Calls `enqueueMail` for each active admin of a client who has a confirmed address, with the client's name. */
export async function tellAdmins(
  trx: Change,
  clientId: string,
  enqueueMail: (to: string, client: string) => Promise<void>,
): Promise<void> {
  const admins = await trx
    .selectFrom('users')
    .innerJoin('clients', 'clients.id', 'users.client_id')
    .select(['users.email', 'clients.name as client'])
    .where('users.client_id', '=', clientId)
    .where('users.role', '=', 'admin')
    .where('users.state', '=', 'active')
    .execute();
  for (const { email, client } of admins) if (email !== null) await enqueueMail(email, client);
}
