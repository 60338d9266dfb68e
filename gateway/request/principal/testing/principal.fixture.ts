import type { Principal } from '../../../accounts/principal.ts';

const LIMITS = { version: 1, quota: null, burst: null, mode: 'soft', granted: 0, ceiling: null } as const;

/** The principal of a live key of an admin of client `cl_a`. It may call every calculator without a limit. */
export function principal(keyId: string, expiresAt: number | null = null): Principal {
  const who = {
    channel: 'direct',
    subscription: null,
    clientId: 'cl_a',
    userId: 'us_a',
    role: 'admin',
    environment: 'live',
  } as const;
  return {
    ...who,
    keyId,
    family: keyId,
    plan: 'free',
    limits: LIMITS,
    calculators: null,
    networks: null,
    cap: null,
    expiresAt,
  };
}
