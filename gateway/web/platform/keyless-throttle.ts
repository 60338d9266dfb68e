import { networkOf } from '../../request/call/network-of.ts';
import { Attempts } from '../../request/limits/attempts.ts';
import { refuseIf } from './sign-in-throttle.ts';

/**
 * Calls of public routes in a minute from one network, and as many signed messages. Behind one address there may be a whole
 * company, and one of its members must not keep the others out by a few attempts: this bounds work, not guesses.
 */
export const MOST_KEYLESS_CALLS = 600;
const MINUTE_S = 60;

/**
 * Limits the calls of public routes by network address, before their bodies are read: without a credential nothing else
 * bounds the work of reading and checking them. Each process counts for itself, because it protects its own time; a flood
 * must not reach Redis. Signed messages have a count of their own: a flood of sign-ins does not keep payment events out.
 */
export class KeylessThrottle {
  readonly #calls = new Attempts({ name: 'keyless', attempts: MOST_KEYLESS_CALLS, seconds: MINUTE_S }, undefined);
  readonly #messages = new Attempts({ name: 'signed', attempts: MOST_KEYLESS_CALLS, seconds: MINUTE_S }, undefined);

  /**
   * Takes a call.
   *
   * @param signed whether the body is signed, as that of a webhook
   * @throws PlatformProblem 429
   */
  async take(address: string, signed: boolean): Promise<void> {
    refuseIf(await (signed ? this.#messages : this.#calls).take(networkOf(address)));
  }
}
