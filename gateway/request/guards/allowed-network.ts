import type { Principal } from '../../accounts/principal.ts';
import type { Call } from '../call/call.ts';
import type { GatewayProblem } from '../respond/respond.ts';

/** Refuses a key outside the networks to which its owner has restricted it. */
export function allowedNetwork({ networks }: Principal, { address }: Call): GatewayProblem | null {
  if (networks === null || networks(address)) return null;
  return { code: 'key-not-allowed-here', refusal: { values: { address } } };
}
