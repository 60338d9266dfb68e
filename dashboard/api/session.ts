import { call, carryCsrfToken, send } from './client.ts';
import { ApiProblem } from './problem.ts';

export type Role = 'admin' | 'developer' | 'finance';

/** The user who is signed in. */
export interface Me {
  readonly id: string;
  readonly client: string;
  readonly name: string;
  readonly email: string | null;
  readonly role: Role;
}

/** The account that the user belongs to. */
export interface Client {
  readonly id: string;
  readonly name: string;
  /** Whether developers see the usage of their own keys. */
  readonly developer_usage: 'none' | 'own';
  /** Whether developers may create keys of their own. */
  readonly developer_keys: 'none' | 'own';
  readonly created_at: string;
  /** Names of the marketplaces whose subscriptions it manages. */
  readonly marketplaces: readonly string[];
}

interface BegunSession {
  readonly user: string;
  readonly csrf_token: string;
}

/** Resumes the session of the browser's cookie. Returns its user, or `null` without a session. */
export async function takeUpSession(): Promise<string | null> {
  try {
    const { user, csrf_token } = await send<BegunSession>('GET', 'session');
    carryCsrfToken(csrf_token);
    return user;
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 401) return null;
    throw error;
  }
}

export async function signIn(email: string, password: string): Promise<void> {
  const { csrf_token } = await send<BegunSession>('POST', 'session', { body: { email, password } });
  carryCsrfToken(csrf_token);
}

export async function signOut(): Promise<void> {
  try {
    await send('DELETE', 'session');
  } catch (error) {
    // The session has already ended, which is the desired result.
    if (!(error instanceof ApiProblem && error.status === 401)) throw error;
  }
  carryCsrfToken(null);
}

export function readMe(): Promise<Me> {
  return call('GET', 'me');
}

export function readClient(): Promise<Client> {
  return call('GET', 'client');
}

export function requestPasswordReset(email: string): Promise<void> {
  return send('POST', 'password-reset', { body: { email } });
}

export interface SignUp {
  readonly email: string;
  readonly name: string;
  readonly account: string;
}

export function requestSignUp(body: SignUp): Promise<void> {
  return send('POST', 'sign-up', { body });
}
