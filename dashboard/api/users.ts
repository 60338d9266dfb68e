import { call } from './client.ts';
import type { IssuedKey } from './keys.ts';
import type { Role } from './session.ts';
import { type ListPage, readAll } from './use-pages.ts';

export type UserState = 'invited' | 'active' | 'disabled';

export interface User {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  /** Whether the user has opened a link mailed to the address. */
  readonly email_confirmed: boolean;
  readonly role: Role;
  readonly state: UserState;
  readonly created_at: string;
}

/** A page of the people of the account, the oldest first. For admins. */
export async function readUserPage(cursor: string | null, limit = 50): Promise<ListPage<User>> {
  interface Answer {
    readonly users: readonly User[];
    readonly next: string | null;
  }
  const { users, next } = await call<Answer>('GET', 'users', { query: { cursor, limit } });
  return { items: users, next };
}

/** All people of the account, for a choice among them. For admins. */
export function readUsers(): Promise<readonly User[]> {
  return readAll((cursor) => readUserPage(cursor, 200));
}

export function readUser(id: string): Promise<User> {
  return call('GET', `users/${encodeURIComponent(id)}`);
}

export interface NewUser {
  readonly name: string;
  readonly role: string;
  readonly email: string | null;
  /** Of the invitation. */
  readonly language: string;
}

/** An answer that comes with an invitation. */
interface WithLink {
  /** The address of the invitation, if no mail server delivers it; shown only this once. */
  readonly link: string | null;
}

export type InvitedUser = User & WithLink;

/** Mails a link that sets a password and shows the user's key. */
export function inviteUser(body: NewUser): Promise<InvitedUser> {
  return call('POST', 'invitations', { body });
}

/** Mails another link; earlier links become void. */
export function inviteAgain(id: string): Promise<InvitedUser> {
  return call('POST', `users/${id}/invitation`);
}

/** Creates a user with a key that works at once. */
export function createUser(body: NewUser): Promise<{ readonly user: User; readonly key: IssuedKey } & WithLink> {
  return call('POST', 'users', { body });
}

export function changeUser(id: string, body: { readonly name: string; readonly role: string }): Promise<User> {
  return call('PATCH', `users/${id}`, { body });
}

/** Locks the user out until `enableUser`. */
export function disableUser(id: string): Promise<User> {
  return call('POST', `users/${id}/disable`);
}

export function enableUser(id: string): Promise<User> {
  return call('POST', `users/${id}/enable`);
}

/** Final. */
export function removeUser(id: string): Promise<void> {
  return call('DELETE', `users/${id}`);
}
