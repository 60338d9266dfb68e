import type { Change } from '../../records/records.ts';
import { type Actor, recordAudit } from '../../records/trail.ts';
import { newId } from '../../values/record-id.ts';
import { requireName } from './clients.ts';
import { requireRoomForUser } from './user-room.ts';

/**
 * The application of that name, made if the client has none. It owns keys as a developer does, but nobody signs in as
 * it, and its keys stay when the person who made them leaves.
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
