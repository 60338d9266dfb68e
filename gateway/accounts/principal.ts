import type { Limits } from '../quota/contract.ts';
import type { KeyEnvironment, Role } from '../records/tables.ts';
import type { Networks } from '../values/networks.ts';

/** How the caller came: with an API key of ours, or through a marketplace (classic API only). */
export type Channel = 'direct' | 'marketplace';

/** Who is calling, once and for all: nothing after the principal step sees the key. Immutable, shared between calls. */
export interface Principal {
  readonly channel: Channel;
  /** At the marketplace that the client comes through; `null` for a client of ours. */
  readonly subscription: string | null;
  readonly clientId: string;
  readonly userId: string;
  readonly keyId: string;
  /** The family of the key: burst and cap are counted for all keys that replace each other by rotation. */
  readonly family: string;
  readonly role: Role;
  readonly environment: KeyEnvironment;
  readonly plan: string;
  /** The client's limits as SQL knew them when this principal was read. */
  readonly limits: Limits;
  /** Calculators that the plan or the key allows, by name; `null` allows all. */
  readonly calculators: ReadonlySet<string> | null;
  /** Where the key may be used from; `null` is anywhere. */
  readonly networks: Networks | null;
  /** Units a month for the key's family; `null` is no cap. */
  readonly cap: number | null;
  /** Milliseconds since 1970; `null` never. Checked at every call, also on cached principals. */
  readonly expiresAt: number | null;
}
