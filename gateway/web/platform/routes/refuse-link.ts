import { PlatformProblem } from '../platform-problem.ts';
import type { SignInThrottle } from '../sign-in-throttle.ts';

/**
 * Refuses an invalid link. Only invalid links count against their network.
 *
 * @throws PlatformProblem 410, or 429 after many invalid links
 */
export async function refuseLink(throttle: SignInThrottle, address: string): Promise<never> {
  await throttle.wrongLink(address);
  throw new PlatformProblem('link-not-valid');
}
