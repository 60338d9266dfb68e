import type { Change } from '../../records/records.ts';
import { type Actor, recordAudit } from '../../records/trail.ts';
import { newId } from '../../values/record-id.ts';
import { requireName } from './clients.ts';
import { requireRoomForUser } from './user-room.ts';

/**
 * Returns the id of the client's application with this name, and creates the application if it does not exist. An
 * application owns keys as a developer does but cannot sign in. Its keys outlive the person who created them.
 *
 * @throws AccountError `bad-value`, `too-many-users`
 */
export async function applicationOf(trx: Change, actor: Actor, clientId: string, name: string): Promise<string> {
  const trimmed = requireName(name);
  const known = await trx
    .selectFrom('users')
    .select('id')
    .where('client_id', '=', clientId)
    .where('kind', '=', 'application')
    .where('name', '=', trimmed)
    .executeTakeFirst();
  if (known !== undefined) return known.id;
  await requireRoomForUser(trx, clientId);
  const id = newId('app');
  const application = { kind: 'application', name: trimmed, role: 'developer', state: 'active' } as const;
  await trx
    .insertInto('users')
    .values({ id, client_id: clientId, email: null, password_hash: null, created_at: actor.at, ...application })
    .execute();
  await recordAudit(trx, actor, {
    client: clientId,
    action: 'application.create',
    record: { kind: 'application', id },
    after: { name: trimmed },
  });
  return id;
}
