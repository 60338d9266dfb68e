import { createClient } from '../../gateway/accounts/clients/clients.ts';
import { createKey, type IssuedKey } from '../../gateway/accounts/keys/keys.ts';
import type { LimitOverrides } from '../../gateway/accounts/plans/limits.ts';
import { setPlan } from '../../gateway/accounts/plans/plans.ts';
import type { Records } from '../../gateway/records/records.ts';
import { TDEE } from './in-process-gateway.ts';

/** The actor of changes in tests. */
export const actor = { name: 'test', at: Date.now(), address: null };

/** A client of a test with one key. */
export interface Customer {
  readonly clientId: string;
  readonly key: IssuedKey;
  readonly headers: Readonly<Record<string, string>>;
  /** A call of this gateway, by default the one of the README. */
  ask(gateway: { readonly baseUrl: string }, path?: string): Promise<Response>;
  /** The rest of the month; the request is free. */
  left(gateway: { readonly baseUrl: string }): Promise<number>;
  setLimits(limits: LimitOverrides, by?: Records): Promise<void>;
}

/** Creates a client with these limits. By default it is refused beyond its quota and has no burst. */
export async function newCustomer(records: Records, limits: LimitOverrides): Promise<Customer> {
  const name = `Client ${Math.random()}`;
  const { clientId } = await createClient(records, actor, { name, plan: 'free', admin: { name: 'A', email: null } });
  const setLimits = (overrides: LimitOverrides, by = records) =>
    setPlan(by, actor, clientId, 'free', { mode: 'block', burst: null, ceiling: null, ...overrides });
  await setLimits(limits);
  const key = await createKey(records, actor, {
    clientId,
    userId: null,
    name: 'k',
    environment: 'test',
    expiresAt: null,
    calculators: null,
    cap: null,
  });
  const headers = { 'X-API-Key': key.text };
  return {
    clientId,
    key,
    headers,
    setLimits,
    ask: ({ baseUrl }, path = TDEE) => fetch(baseUrl + path, { headers }),
    async left({ baseUrl }) {
      const response = await fetch(`${baseUrl}/api/v1/nothing`, { headers });
      return Number(/"month";r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1]);
    },
  };
}
