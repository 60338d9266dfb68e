import type { Reader } from '../records/records.ts';
import type { UsageGroupLine } from './history.ts';

/** A key as it stands in lines of usage: two keys may have one name, and differ in their last characters. */
export interface NamedKey {
  readonly id: string;
  readonly name: string;
  readonly hint: string;
}

/** A user or an application. The name of a user who was removed is empty. */
export interface NamedUser {
  readonly id: string;
  readonly name: string;
}

/** Who the ids in lines of a client's usage are; those that there never was are missing. */
export async function namesIn(
  db: Reader,
  clientId: string,
  lines: readonly UsageGroupLine[],
): Promise<{ readonly keys: NamedKey[]; readonly users: NamedUser[] }> {
  const idsOf = (group: 'key' | 'user') => [...new Set(lines.map((line) => line.group[group] ?? '').filter(Boolean))];
  const [keyIds, userIds] = [idsOf('key'), idsOf('user')];
  const keys = db.selectFrom('keys').where('client_id', '=', clientId).select(['id', 'name', 'hint']);
  const users = db.selectFrom('users').where('client_id', '=', clientId).select(['id', 'name']);
  return {
    keys: keyIds.length === 0 ? [] : await keys.where('id', 'in', keyIds).orderBy('id').execute(),
    users: userIds.length === 0 ? [] : await users.where('id', 'in', userIds).orderBy('id').execute(),
  };
}
