import { hash } from 'node:crypto';
import type { Cluster, Redis } from 'ioredis';
import { networkOf } from '../../request/call/network-of.ts';
import { Attempts } from '../../request/limits/attempts.ts';
import { PlatformProblem } from './platform-problem.ts';

const QUARTER_HOUR_S = 15 * 60;
const HOUR_S = 60 * 60;

/** Failed sign-ins to one account from unknown browsers; each known browser has the same limit. */
export const MOST_SIGN_INS = 10;
/**
 * Failed sign-ins from one network (IPv6: /64), across all accounts. Each costs a password hash, about 20 ms of CPU, so
 * the limit allows two seconds of CPU in a quarter of an hour. Many people may share a network, so the limit is ten
 * times that of an account.
 */
export const MOST_FROM_NETWORK = 100;
/** Invalid links from one network, and tries of one valid link. */
const MOST_WRONG_LINKS = 30;
const MOST_TRIES_OF_LINK = 20;
/** Wrong values of `current_password`, of one user and in one session. */
const MOST_PASSWORDS_OF_USER = 10;
export const MOST_PASSWORDS_IN_SESSION = 5;
/** Mails that strangers can trigger, to one address and from one network. */
const MOST_MAILS = 5;
const MOST_MAILS_FROM_NETWORK = 30;
/** Calls of one user in a minute: far more than a person at a dashboard makes. Each call may read a lot. */
export const MOST_CALLS = 600;
const MINUTE_S = 60;

/** An attempt to sign in. */
export interface SignInAttempt {
  readonly email: string;
  readonly address: string;
  /** Id of the known browser; `null` for an unknown browser. */
  readonly device: string | null;
}

/**
 * Limits attempts without a credential, and the calls of each user. An account is identified by the e-mail address that
 * was entered, whether the account exists or not. The account is checked before the network. An attempt that the
 * account's limit refuses costs nothing and is no evidence against the network, so an attack on one account does not
 * lock out neighbours behind the same NAT. A browser that has signed in to the account before has its own limit, so
 * failures of strangers do not lock it out (OWASP Authentication Cheat Sheet: device cookies).
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
    // The wrong password that exceeds this limit ends the session, so the limit is one less.
    this.#sessions = attempts('password:session', MOST_PASSWORDS_IN_SESSION - 1, QUARTER_HOUR_S);
    this.#mails = attempts('sign-in:mail', MOST_MAILS, HOUR_S);
    this.#mailNetworks = attempts('mail:network', MOST_MAILS_FROM_NETWORK, QUARTER_HOUR_S);
    this.#calls = attempts('platform:calls', MOST_CALLS, MINUTE_S);
  }

  /** Counts an attempt to sign in. @throws PlatformProblem 429 before the password is checked */
  async signIn({ email, address, device }: SignInAttempt): Promise<void> {
    if (device !== null) {
      refuseIf(await this.#devices.take(device));
      return;
    }
    const account = named(email);
    refuseIf(await this.#accounts.take(account));
    const wait = await this.#networks.take(networkOf(address));
    // The password was not checked: a refused network must not use up the account's attempts.
    if (wait > 0) await this.#accounts.giveBack(account);
    refuseIf(wait);
  }

  /** Gives back a successful attempt to sign in. */
  async signedIn({ email, address, device }: SignInAttempt): Promise<void> {
    if (device !== null) await this.#devices.giveBack(device);
    else await Promise.all([this.#networks.giveBack(networkOf(address)), this.#accounts.giveBack(named(email))]);
  }

  /**
   * Counts an invalid link. Valid links are not counted here, so the failures of a neighbour do not block them.
   *
   * @throws PlatformProblem 429
   */
  async wrongLink(address: string): Promise<void> {
    refuseIf(await this.#wrongLinks.take(networkOf(address)));
  }

  /**
   * Counts a try of a valid link, from any network. A try may fail and costs a password hash.
   *
   * @throws PlatformProblem 429
   */
  async link(token: string): Promise<void> {
    refuseIf(await this.#links.take(named(token)));
  }

  /**
   * Counts an attempt to prove the current password, from any network.
   *
   * @throws PlatformProblem 429 before the password is checked
   */
  async password(userId: string): Promise<void> {
    refuseIf(await this.#passwords.take(userId));
  }

  /** Gives back an attempt with the right password. */
  rightPassword(userId: string): Promise<void> {
    return this.#passwords.giveBack(userId);
  }

  /** Counts a wrong password. @returns whether the session has reached its limit and must end */
  async wrongPassword(sessionId: string): Promise<boolean> {
    return (await this.#sessions.take(sessionId)) > 0;
  }

  /** Counts a call of a user. @throws PlatformProblem 429 */
  async call(userId: string): Promise<void> {
    refuseIf(await this.#calls.take(userId));
  }

  /** Counts a mail to `to` that a stranger at the network address `from` triggers. @throws PlatformProblem 429 */
  async strangersMail(to: string, from: string): Promise<void> {
    await this.mail(to);
    refuseIf(await this.#mailNetworks.take(networkOf(from)));
  }

  /** Counts a mail that a user triggers to an address. @throws PlatformProblem 429 */
  async mail(to: string): Promise<void> {
    refuseIf(await this.#mails.take(named(to)));
  }
}

/** The name of a counter, a hash, so that counters hold no e-mail addresses and no secrets of links. */
function named(text: string): string {
  return hash('sha256', text);
}

/** @throws PlatformProblem 429 with `wait` as the seconds to wait, unless `wait` is 0 */
export function refuseIf(wait: number): void {
  if (wait > 0)
    throw new PlatformProblem('too-many-attempts', { values: { retry: wait }, headers: ['Retry-After', String(wait)] });
}
