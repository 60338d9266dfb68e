import { hash } from 'node:crypto';
import type { Cluster, Redis } from 'ioredis';
import { networkOf } from '../../request/call/network-of.ts';
import { Attempts } from '../../request/limits/attempts.ts';
import { PlatformProblem } from './platform-problem.ts';

const QUARTER_HOUR_S = 15 * 60;
const HOUR_S = 60 * 60;

/** Failed sign-ins of one account from unknown browsers, and of each known browser. */
export const MOST_SIGN_INS = 10;
/**
 * Failed sign-ins from one network (IPv6: /64), over all accounts. Each costs a password hash, about 20 ms of CPU: this is
 * two seconds in a quarter of an hour. Many people share a network, so it is ten times what one account may fail.
 */
export const MOST_FROM_NETWORK = 100;
/** Wrong links from one network, and tries of one valid link. */
const MOST_WRONG_LINKS = 30;
const MOST_TRIES_OF_LINK = 20;
/** Wrong passwords at `current_password`: of one user, and in one session. */
const MOST_PASSWORDS_OF_USER = 10;
export const MOST_PASSWORDS_IN_SESSION = 5;
/** Mails that strangers can have sent to one address, and from one network. */
const MOST_MAILS = 5;
const MOST_MAILS_FROM_NETWORK = 30;
/** Calls of one user in a minute: far more than somebody at a dashboard makes, and each may read much. */
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
 * Limits what can be tried without a credential, and how often a user calls. An account is named by the address that was
 * typed, whether it exists or not. The account always counts before the network: an attempt that the account's own count
 * refuses costs nothing and says nothing about the network, so whoever hammers at one account does not lock out the
 * neighbours behind the same NAT. A browser that has signed in to the account before counts for itself: strangers who
 * fail do not lock it out (OWASP Authentication Cheat Sheet: device cookies).
 */
export class SignInThrottle {
  readonly #accounts: Attempts;
  readonly #devices: Attempts;
  readonly #networks: Attempts;
  readonly #wrongLinks: Attempts;
  readonly #links: Attempts;
  readonly #passwords: Attempts;
  readonly #sessions: Attempts;
  readonly #mails: Attempts;
  readonly #mailNetworks: Attempts;
  readonly #calls: Attempts;

  constructor(redis?: Redis | Cluster | undefined) {
    const attempts = (name: string, most: number, seconds: number) =>
      new Attempts({ name, attempts: most, seconds }, redis);
    this.#accounts = attempts('sign-in:account', MOST_SIGN_INS, QUARTER_HOUR_S);
    this.#devices = attempts('sign-in:device', MOST_SIGN_INS, QUARTER_HOUR_S);
    this.#networks = attempts('sign-in:network', MOST_FROM_NETWORK, QUARTER_HOUR_S);
    this.#wrongLinks = attempts('link:network', MOST_WRONG_LINKS, QUARTER_HOUR_S);
    this.#links = attempts('link', MOST_TRIES_OF_LINK, QUARTER_HOUR_S);
    this.#passwords = attempts('password:user', MOST_PASSWORDS_OF_USER, QUARTER_HOUR_S);
    // A session counts its last wrong password only when it may not go on: one less may be made than are refused.
    this.#sessions = attempts('password:session', MOST_PASSWORDS_IN_SESSION - 1, QUARTER_HOUR_S);
    this.#mails = attempts('sign-in:mail', MOST_MAILS, HOUR_S);
    this.#mailNetworks = attempts('mail:network', MOST_MAILS_FROM_NETWORK, QUARTER_HOUR_S);
    this.#calls = attempts('platform:calls', MOST_CALLS, MINUTE_S);
  }

  /** Takes an attempt to sign in. @throws Refused 429 before any password is looked at */
  async signIn({ email, address, device }: SignInAttempt): Promise<void> {
    if (device !== null) {
      refuseIf(await this.#devices.take(device));
      return;
    }
    const account = named(email);
    refuseIf(await this.#accounts.take(account));
    const wait = await this.#networks.take(networkOf(address));
    // No password was looked at: strangers must not use up the account's attempts from a network that is cut off.
    if (wait > 0) await this.#accounts.giveBack(account);
    refuseIf(wait);
  }

  /** The attempt was good and does not count. */
  async signedIn({ email, address, device }: SignInAttempt): Promise<void> {
    if (device !== null) await this.#devices.giveBack(device);
    else await Promise.all([this.#networks.giveBack(networkOf(address)), this.#accounts.giveBack(named(email))]);
  }

  /** Takes a link that is not valid. Valid ones never ask this: a neighbour's failures do not close them. @throws Refused 429 */
  async wrongLink(address: string): Promise<void> {
    refuseIf(await this.#wrongLinks.take(networkOf(address)));
  }

  /** Takes a try of a valid link, which may fail and costs a password hash, wherever it comes from. @throws Refused 429 */
  async link(token: string): Promise<void> {
    refuseIf(await this.#links.take(named(token)));
  }

  /** Takes a proof of the current password, wherever it comes from. @throws Refused 429 before it is looked at */
  async password(userId: string): Promise<void> {
    refuseIf(await this.#passwords.take(userId));
  }

  /** The password was right and does not count. */
  rightPassword(userId: string): Promise<void> {
    return this.#passwords.giveBack(userId);
  }

  /** Counts a wrong password. @returns whether the session has made so many that it must end */
  async wrongPassword(sessionId: string): Promise<boolean> {
    return (await this.#sessions.take(sessionId)) > 0;
  }

  /** Takes a call of somebody who is known. @throws Refused 429 */
  async call(userId: string): Promise<void> {
    refuseIf(await this.#calls.take(userId));
  }

  /** Takes a mail that a stranger at `from` has sent to an address. @throws Refused 429 */
  async strangersMail(to: string, from: string): Promise<void> {
    await this.mail(to);
    refuseIf(await this.#mailNetworks.take(networkOf(from)));
  }

  /** Takes a mail that a user has sent to an address. @throws Refused 429 */
  async mail(to: string): Promise<void> {
    refuseIf(await this.#mails.take(named(to)));
  }
}

/** Addresses of people and secrets of links stand in no counter. */
function named(text: string): string {
  return hash('sha256', text);
}

/** @throws PlatformProblem 429 that says to try again in `wait` seconds, unless that is 0 */
export function refuseIf(wait: number): void {
  if (wait > 0)
    throw new PlatformProblem('too-many-attempts', { values: { retry: wait }, headers: ['Retry-After', String(wait)] });
}
