import { call } from './client.ts';

export const ENVIRONMENTS = ['live', 'test', 'dev'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** `rotated`: it has a successor and still works. `expiring`: it ends within seven days, and works. */
export type KeyState = 'active' | 'expiring' | 'rotated' | 'expired' | 'revoked';

/** What a key may do besides its plan; `null` is no limit. */
export interface KeyLimits {
  readonly calculators: readonly string[] | null;
  /** Addresses and networks that it may come from. */
  readonly networks: readonly string[] | null;
  /** Units a month; what was typed, where it is sent. */
  readonly cap: number | string | null;
}

/** A key, without its text: nobody can read that again. */
export interface Key extends KeyLimits {
  readonly id: string;
  readonly name: string;
  /** Id of the user or application that it belongs to. */
  readonly user: string;
  /** Name of the application; `null` for a user's key. */
  readonly application: string | null;
  readonly environment: Environment;
  /** Its first and its last characters. */
  readonly start: string;
  readonly hint: string;
  readonly state: KeyState;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly replaced_by: string | null;
  readonly cap: number | null;
}

/** A key that was just made: the only time that its text is known. */
export interface IssuedKey {
  readonly id: string;
  readonly key: string;
  readonly expires_at: string | null;
}

/** For a user by id, for an application by name, or for whoever makes it. */
export interface NewKey extends KeyLimits {
  readonly name: string;
  readonly environment: string;
  readonly user?: string;
  readonly application?: string;
  readonly expires_at: string | null;
}

/** The keys of the account, to others than admins the own ones; the newest first. */
export async function readKeys(): Promise<readonly Key[]> {
  const { keys } = await call<{ readonly keys: readonly Key[] }>('GET', 'keys');
  return keys.toReversed();
}

export function readKey(id: string): Promise<Key> {
  return call('GET', `keys/${encodeURIComponent(id)}`);
}

export function createKey(body: NewKey): Promise<IssuedKey> {
  return call('POST', 'keys', { body });
}

export function changeKey(id: string, body: KeyLimits & { readonly name: string }): Promise<Key> {
  return call('PATCH', `keys/${id}`, { body });
}

export interface Rotation extends IssuedKey {
  readonly old_key_ends_at: string;
}

/** @param overlap_seconds how long the old key still works, unless it expires before */
export function rotateKey(id: string, overlap_seconds: number): Promise<Rotation> {
  return call('POST', `keys/${id}/rotate`, { body: { overlap_seconds } });
}

export function revokeKey(id: string): Promise<void> {
  return call('DELETE', `keys/${id}`);
}

/** Names of the calculators that the plan opens. */
export async function readCalculators(): Promise<readonly string[]> {
  const { calculators } = await call<{ readonly calculators: readonly string[] }>('GET', 'calculators');
  return calculators;
}
