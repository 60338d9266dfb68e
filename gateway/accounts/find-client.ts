import { AccountError } from '../records/account-error.ts';
import type { Reader } from '../records/records.ts';
import type { ClientRow } from '../records/tables.ts';

/** Finds a client that is not deleted by its id. @throws AccountError `unknown-client` */
export async function requireClient(db: Reader, clientId: string): Promise<ClientRow> {
  const client = await db
    .selectFrom('clients')
    .selectAll()
    .where('id', '=', clientId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (client === undefined) {
    throw new AccountError('unknown-client', `There is no client "${clientId}"`);
  }
  return client;
}

/**
 * Finds a client by its id, or by a name that only one client has.
 *
 * @throws AccountError `unknown-client`, `ambiguous-client`
 */
export async function findClient(db: Reader, reference: string): Promise<ClientRow> {
  const living = db.selectFrom('clients').selectAll().where('deleted_at', 'is', null);
  const byId = await living.where('id', '=', reference).executeTakeFirst();
  if (byId !== undefined) {
    return byId;
  }
  const [client, ...others] = await living.where('name', '=', reference).orderBy('id').execute();
  if (client === undefined) {
    throw new AccountError('unknown-client', `There is no client "${reference}"`);
  }
  if (others.length > 0) {
    const ids = [client, ...others].map(({ id }) => id).join(', ');
    throw new AccountError(
      'ambiguous-client',
      `Several clients are named "${reference}": use one of their ids (${ids})`,
    );
  }
  return client;
}
