import { countMail } from '../../accounts/clients/client-mails.ts';
import type { EnqueueMail } from '../../mail/mail.ts';
import { PlatformProblem } from './platform-problem.ts';

const DAY_MS = 86_400_000;
/** Clients whose alert of the day is remembered. */
const MOST_ALERTED = 10_000;

export interface StrangerMailsOptions {
  readonly enqueueMail: EnqueueMail;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Mails a client may have sent in a UTC day. */
  readonly perDay: number;
  /** Called for every mail that is refused. */
  readonly onRefused: () => void;
  /** Tells the operator, once a client and day. */
  readonly alert: (clientId: string) => void;
}

/**
 * Mails to addresses that a client names: invitations, and links to a new address. Their recipients may never have heard of
 * the client, so each client has a number of them a day. They are counted in the records: for all processes, and over
 * restarts.
 */
export class StrangerMails {
  readonly #options: StrangerMailsOptions;
  readonly #alerted = new Set<string>();

  constructor(options: StrangerMailsOptions) {
    this.#options = options;
  }

  /** Hands mails of a client over. The returned function throws `Refused` 429, which takes the whole change back. */
  tellFor(clientId: string): EnqueueMail {
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
