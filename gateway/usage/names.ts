import type { Reader } from '../records/records.ts';
import type { UsageGroupLine } from './history.ts';

/** A key in lines of usage; the last characters distinguish keys with the same name. */
export interface NamedKey {
  readonly id: string;
  readonly name: string;
  readonly hint: string;
}

/** A user or an application. A removed user has an empty name. */
export interface NamedUser {
  readonly id: string;
  readonly name: string;
}

/** Reads the names of the keys and users in lines of a client's usage; unknown ids are left out. */
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
