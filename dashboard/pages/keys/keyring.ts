import { type Key, readWorkingKeys } from '../../api/keys.ts';
import type { Role } from '../../api/session.ts';
import { readUsers, type User } from '../../api/users.ts';

/** The working keys that the user may see; for admins with the people of the account. */
export interface Keyring {
  readonly keys: readonly Key[];
  readonly users: readonly User[];
}

export async function readKeyring(role: Role): Promise<Keyring> {
  const [keys, users] = await Promise.all([readWorkingKeys(), role === 'admin' ? readUsers() : []]);
  return { keys, users };
}

/** An application with keys: its first key creates it. */
export interface Application {
  readonly id: string;
  readonly name: string;
}

export function applicationsOf(keys: readonly Key[]): readonly Application[] {
  const names = new Map(keys.flatMap(({ user, application }) => (application === null ? [] : [[user, application]])));
  return [...names].map(([id, name]) => ({ id, name })).toSorted((one, other) => one.name.localeCompare(other.name));
}

/** Whether a key works, as long as its owner is enabled. */
export function works({ state }: Key): boolean {
  return state !== 'expired' && state !== 'revoked';
}
