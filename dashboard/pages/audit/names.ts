import type { AuditEntry } from '../../api/audit.ts';
import { readKeys, readWorkingKeys } from '../../api/keys.ts';
import type { Client } from '../../api/session.ts';
import { readUsers, type User } from '../../api/users.ts';
import { nameOf, t } from '../../texts/texts.ts';

/** Names for the ids in the audit. */
export interface Names {
  readonly users: readonly User[];
  /** Names of users, applications, keys and of the account, by id. */
  readonly byId: ReadonlyMap<string, string>;
}

export async function readNames(client: Client): Promise<Names> {
  // Only the newest ended keys have names here: older ones are shown by their ids.
  const [users, working, ended] = await Promise.all([
    readUsers(),
    readWorkingKeys(),
    readKeys({ state: 'ended' }, null),
  ]);
  const keys = [...working, ...ended.items];
  const applications = keys.flatMap(({ user, application }) =>
    application === null ? [] : [{ id: user, name: application }],
  );
  return { users, byId: new Map([...applications, ...users, ...keys, client].map(({ id, name }) => [id, name])) };
}

/** The name of an actor. */
export function actorName({ byId }: Names, actor: string): string {
  const name = byId.get(actor);
  if (name !== undefined) return name;
  if (actor.startsWith('us_')) return t('audit.formerUser');
  // In `marketplace:hub` the first part is the kind, the second the name.
  const [kind = '', which] = actor.split(':');
  return which === undefined ? nameOf('auditActors', kind) : `${nameOf('auditActors', kind)}: ${which}`;
}

/** The name of the changed record; `null` for records without a name, such as a session. */
export function recordName({ byId }: Names, { record, before, after }: AuditEntry): string | null {
  return byId.get(record.id) ?? nameIn(after) ?? nameIn(before);
}

/** The entry may still have the name of a deleted record. */
function nameIn(noted: unknown): string | null {
  const name = typeof noted === 'object' && noted !== null && 'name' in noted ? noted.name : null;
  return typeof name === 'string' ? name : null;
}

export function actionName(action: string): string {
  return nameOf('auditActions', action);
}
