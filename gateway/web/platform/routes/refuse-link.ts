import { PlatformProblem } from '../platform-problem.ts';
import type { SignInThrottle } from '../sign-in-throttle.ts';

/**
 * Refuses a link that is not valid. Only such links count against the network that they come from.
 *
 * @throws Refused 410, or 429 after many of them
 */
export async function refuseLink(throttle: SignInThrottle, address: string): Promise<never> {
  await throttle.wrongLink(address);
  throw new PlatformProblem('link-not-valid');
}
