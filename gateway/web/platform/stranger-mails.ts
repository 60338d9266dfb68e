import { countMail } from '../../accounts/clients/client-mails.ts';
import type { EnqueueMail } from '../../mail/mail.ts';
import { PlatformProblem } from './platform-problem.ts';

const DAY_MS = 86_400_000;
/** Maximum number of clients whose alert of the day is remembered. */
const MOST_ALERTED = 10_000;

export interface StrangerMailsOptions {
  readonly enqueueMail: EnqueueMail;
  /** The current time, in milliseconds since 1970. */
  readonly clock: () => number;
  /** Maximum number of mails of a client in a UTC day. */
  readonly perDay: number;
  /** Called for every refused mail. */
  readonly onRefused: () => void;
  /** Warns the operator, once for each client and day. */
  readonly alert: (clientId: string) => void;
}

/**
 * Mails to addresses that a client names: invitations, and links to a new address. The recipients may never have heard
 * of the client, so each client has a daily limit. The records hold the count, which therefore covers all processes and
 * survives restarts.
 */
export class StrangerMails {
  readonly #options: StrangerMailsOptions;
  readonly #alerted = new Set<string>();

  constructor(options: StrangerMailsOptions) {
    this.#options = options;
  }

  /**
   * Queues mails of a client. Beyond the limit, the returned function throws a `PlatformProblem` 429, which rolls the
   * whole change back.
   */
  mailerFor(clientId: string): EnqueueMail {
    const { enqueueMail, clock, perDay } = this.#options;
    return async (trx, mail) => {
      const now = clock();
      const day = new Date(now).toISOString().slice(0, 10);
      if ((await countMail(trx, clientId, day)) > perDay) this.#refuse(clientId, day, now);
      await enqueueMail(trx, mail);
    };
  }

  #refuse(clientId: string, day: string, now: number): never {
    const { perDay, onRefused, alert } = this.#options;
    onRefused();
    const alerted = `${clientId} ${day}`;
    if (!this.#alerted.has(alerted)) {
      if (this.#alerted.size >= MOST_ALERTED) this.#alerted.clear();
      this.#alerted.add(alerted);
      alert(clientId);
    }
    const retry = String(Math.ceil((DAY_MS - (now % DAY_MS)) / 1_000));
    throw new PlatformProblem('too-many-attempts', {
      detail: 'detail_mails',
      values: { limit: perDay },
      headers: ['Retry-After', retry],
    });
  }
}
