import { hash } from 'node:crypto';
import type { Cluster, Redis } from 'ioredis';
import { networkOf } from '../pipeline/network-of.ts';
import { Attempts } from './attempts.ts';
import { Refused } from './refused.ts';

const QUARTER_HOUR_S = 15 * 60;
const HOUR_S = 60 * 60;

/** Failed sign-ins of one account from browsers that are not known, and from each that is. */
export const MOST_SIGN_INS = 10;
/** Failed sign-ins and wrong links of one address (IPv6: of one network). */
export const MOST_FROM_ADDRESS = 30;
/** Mails that strangers can have sent to one address. */
const MOST_MAILS = 5;
/** Calls of one user in a minute: nobody at a dashboard makes as many, and each may read much. */
export const MOST_CALLS = 600;
const MINUTE_S = 60;

/** What one attempt to sign in counts against. */
export interface SignInAttempt {
  readonly email: string;
  readonly address: string;
  /** Id of the known browser it comes from; `null` for any other. */
  readonly device: string | null;
}

/**
 * Limits what anybody may try without a credential, and how often anybody calls. An account is named by the address that was typed, whether it exists
 * or not. A browser that has signed in to the account before counts for itself: strangers who fail do not lock it out
 * (OWASP Authentication Cheat Sheet: device cookies).
 */
export class SignInThrottle {
  readonly #accounts: Attempts;
  readonly #devices: Attempts;
  readonly #addresses: Attempts;
  readonly #mails: Attempts;
  readonly #calls: Attempts;

  constructor(redis?: Redis | Cluster | undefined) {
    const attempts = (name: string, most: number, seconds: number) =>
      new Attempts({ name, attempts: most, seconds }, redis);
    this.#accounts = attempts('sign-in:account', MOST_SIGN_INS, QUARTER_HOUR_S);
    this.#devices = attempts('sign-in:device', MOST_SIGN_INS, QUARTER_HOUR_S);
    this.#addresses = attempts('sign-in:address', MOST_FROM_ADDRESS, QUARTER_HOUR_S);
    this.#mails = attempts('sign-in:mail', MOST_MAILS, HOUR_S);
    this.#calls = attempts('platform:calls', MOST_CALLS, MINUTE_S);
  }

  /** Takes an attempt to sign in. @throws Refused 429 before any password is looked at */
  async signIn({ email, address, device }: SignInAttempt): Promise<void> {
    if (device !== null) {
      refuseIf(await this.#devices.take(device));
      return;
    }
    refuseIf(await this.#addresses.take(networkOf(address)));
    refuseIf(await this.#accounts.take(named(email)));
  }

  /** The attempt was good and does not count. */
  async signedIn({ email, address, device }: SignInAttempt): Promise<void> {
    if (device !== null) await this.#devices.giveBack(device);
    else await Promise.all([this.#addresses.giveBack(networkOf(address)), this.#accounts.giveBack(named(email))]);
  }

  /** Takes an attempt with a one-time link, or with the password of a session. @throws Refused 429 */
  async tries(address: string): Promise<void> {
    refuseIf(await this.#addresses.take(networkOf(address)));
  }

  /** The attempt was good and does not count. */
  succeeds(address: string): Promise<void> {
    return this.#addresses.giveBack(networkOf(address));
  }

  /** Takes a call of somebody who is known. @throws Refused 429 */
  async call(userId: string): Promise<void> {
    refuseIf(await this.#calls.take(userId));
  }

  /** Takes a mail that anybody may have sent to an address. @throws Refused 429 */
  async mail(email: string, address: string): Promise<void> {
    refuseIf(await this.#addresses.take(networkOf(address)));
    refuseIf(await this.#mails.take(named(email)));
  }
}

/** Addresses of people stand in no counter. */
function named(email: string): string {
  return hash('sha256', email);
}

function refuseIf(wait: number): void {
  if (wait > 0)
    throw new Refused('too-many-attempts', { values: { retry: wait }, headers: ['Retry-After', String(wait)] });
}
