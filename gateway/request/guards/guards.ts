import type { Principal } from '../../accounts/principal.ts';
import type { Call } from '../call/call.ts';
import type { GatewayProblem } from '../respond/respond.ts';
import { allowedNetwork } from './allowed-network.ts';

/** Returns the reason why a principal may not make a call on any route; `null` if it may. */
export type Guard = (principal: Principal, call: Call) => GatewayProblem | null;

/** The guards of every call with a key: calculators, batch, MCP and platform. */
const GUARDS: readonly Guard[] = [allowedNetwork];

/** The problem of the first guard that refuses a call; `null` if every guard allows it. */
export function refusedByGuard(principal: Principal, call: Call): GatewayProblem | null {
  for (const guard of GUARDS) {
    const problem = guard(principal, call);
    if (problem !== null) return problem;
  }
  return null;
}
