import { call } from './client.ts';
import type { ListPage } from './use-pages.ts';

export const ENVIRONMENTS = ['live', 'test', 'dev'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** `rotated`: it has a successor and still works. `expiring`: it ends within seven days, and works. */
export type KeyState = 'active' | 'expiring' | 'rotated' | 'expired' | 'revoked';

/** A key's own limits, besides those of the plan; `null` is no limit. */
export interface KeyLimits {
  readonly calculators: readonly string[] | null;
  /** Addresses and networks from which it may be used. */
  readonly networks: readonly string[] | null;
  /** Units a month; as typed when it is sent. */
  readonly cap: number | string | null;
  /** Whether a call with the key itself may rotate it. */
  readonly rotates_itself: boolean;
}

/** A key, without its secret text, which is shown only once. */
export interface Key extends KeyLimits {
  readonly id: string;
  readonly name: string;
  /** Id of its user or application. */
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

/** A new key: the only answer that has its secret text. */
export interface IssuedKey {
  readonly id: string;
  readonly key: string;
  readonly expires_at: string | null;
}

/** For a user by id, for an application by name, or for the caller. */
export interface NewKey extends KeyLimits {
  readonly name: string;
  readonly environment: string;
  readonly user?: string;
  readonly application?: string;
  readonly expires_at: string | null;
}

/** Filter of keys; an empty or absent member matches all. */
export interface KeyQuery {
  readonly state?: 'working' | 'ended' | '';
  /** Id of the user or application they belong to. */
  readonly user?: string;
}

/** The largest page of the API: it holds all working keys of nearly every account. */
const KEYS_AT_ONCE = 200;

/** A page of keys, the newest first: all keys for admins, their own for other users. */
export async function readKeys(query: KeyQuery, cursor: string | null): Promise<ListPage<Key>> {
  const { keys, next } = await call<{ readonly keys: readonly Key[]; readonly next: string | null }>('GET', 'keys', {
    query: { ...query, cursor, limit: KEYS_AT_ONCE },
  });
  return { items: keys, next };
}

/** All working keys; the plan bounds their number. */
export async function readWorkingKeys(): Promise<readonly Key[]> {
  const keys: Key[] = [];
  for (let cursor: string | null = null; ; ) {
    const page: ListPage<Key> = await readKeys({ state: 'working' }, cursor);
    keys.push(...page.items);
    if (page.next === null) return keys;
    cursor = page.next;
  }
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

/** @param overlap_seconds how long the old key still works, unless it expires earlier */
export function rotateKey(id: string, overlap_seconds: number): Promise<Rotation> {
  return call('POST', `keys/${id}/rotate`, { body: { overlap_seconds } });
}

/** @param successors whether its live successors end too */
export function revokeKey(id: string, successors: 'end' | 'keep'): Promise<void> {
  return call('DELETE', `keys/${id}`, { query: { successors } });
}

/** The calculators in the plan by name, each with its full path. */
export async function readCalculators(): Promise<Readonly<Record<string, string>>> {
  return (await call<{ readonly paths: Readonly<Record<string, string>> }>('GET', 'calculators')).paths;
}
