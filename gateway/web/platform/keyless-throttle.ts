import { networkOf } from '../../request/call/network-of.ts';
import { Attempts } from '../../request/limits/attempts.ts';
import { refuseIf } from './sign-in-throttle.ts';

/**
 * Calls of public routes from one network in a minute; signed messages have the same limit. A whole company may share
 * an address, and one member must not lock out the others with a few attempts: this limit bounds work, not guesses.
 */
export const MOST_KEYLESS_CALLS = 600;
const MINUTE_S = 60;

/**
 * Limits the calls of public routes by network, before their bodies are read. Nothing else bounds the work of reading
 * and checking bodies without a credential. Each process counts alone, because it protects its own time and a flood
 * must not reach Redis. Signed messages are counted separately, so a flood of sign-ins does not block payment events.
 */
export class KeylessThrottle {
  readonly #calls = new Attempts({ name: 'keyless', attempts: MOST_KEYLESS_CALLS, seconds: MINUTE_S }, undefined);
  readonly #messages = new Attempts({ name: 'signed', attempts: MOST_KEYLESS_CALLS, seconds: MINUTE_S }, undefined);

  /**
   * Counts a call.
   *
   * @param signed whether the body is signed, like that of a webhook
   * @throws PlatformProblem 429
   */
  async take(address: string, signed: boolean): Promise<void> {
    refuseIf(await (signed ? this.#messages : this.#calls).take(networkOf(address)));
  }
}
