import type { Limits } from '../quota/contract.ts';
import type { KeyEnvironment, Role } from '../records/tables.ts';
import type { Networks } from '../values/networks.ts';

/** How the call arrived: with one of our API keys, or through a marketplace (classic API only). */
export type Channel = 'direct' | 'marketplace';

/** The caller's identity: no step after the principal step sees the key. Immutable and shared between calls. */
export interface Principal {
  readonly channel: Channel;
  /** The client's subscription at its marketplace; `null` for a direct client. */
  readonly subscription: string | null;
  readonly clientId: string;
  readonly userId: string;
  readonly keyId: string;
  /** The key's family: burst and cap are counted over all keys that replace each other by rotation. */
  readonly family: string;
  readonly role: Role;
  readonly environment: KeyEnvironment;
  readonly plan: string;
  /** The client's limits when this principal was read. */
  readonly limits: Limits;
  /** Names of the allowed calculators, limited by plan and key; `null` allows all. */
  readonly calculators: ReadonlySet<string> | null;
  /** Networks that calls may come from; `null` allows any. */
  readonly networks: Networks | null;
  /** Units per month for the key's family; `null` means no cap. */
  readonly cap: number | null;
  /** Milliseconds since 1970; `null` if the key never expires. Every call checks it, also on cached principals. */
  readonly expiresAt: number | null;
}
