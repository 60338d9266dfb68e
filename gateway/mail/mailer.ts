import type { GatewayLog } from '../operations/logger.ts';
import type { Records } from '../records/records.ts';
import { putBack, removeMail, takeMail } from './queue.ts';
import { type MailTransport, openTransport, type TransportOptions } from './transport.ts';

/**
 * How often the queue is looked at. Mails go out at a beat of their own, so that nobody can tell from the time of an
 * answer, or of the one after it, whether a mail was sent.
 */
const EVERY_MS = 1_000;

export interface MailerOptions {
  readonly records: Records;
  readonly transport: MailTransport;
  readonly baseUrl: string;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly log: Pick<GatewayLog, 'logger'>;
  readonly everyMs?: number;
}

/** Sends the mails of the queue. What cannot be sent is tried again a few times, over hours; links are never logged. */
export class Mailer {
  readonly #options: MailerOptions;
  readonly #timer: NodeJS.Timeout;
  #sending: Promise<void> | null = null;
  #stopped = false;
  #failing = false;

  constructor(options: MailerOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.sendDue(), options.everyMs ?? EVERY_MS);
    this.#timer.unref();
  }

  /** Sends what is due, one mail after the other. */
  sendDue(): Promise<void> {
    this.#sending ??= this.#send().finally(() => {
      this.#sending = null;
    });
    return this.#sending;
  }

  /** Ends it; settles when the mail that is on its way has left. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#sending;
    this.#options.transport.close();
  }

  async #send(): Promise<void> {
    const { log } = this.#options;
    try {
      while (!this.#stopped && (await this.#sendNext()));
      this.#failing = false;
    } catch (error) {
      // The records are away: the mails wait in them.
      if (!this.#failing) log.logger.error({ err: error }, 'the queue of mails cannot be read');
      this.#failing = true;
    }
  }

  async #sendNext(): Promise<boolean> {
    const { records, transport, baseUrl, clock, log } = this.#options;
    const due = await records.db.selectFrom('mails').select('id').where('due_at', '<=', clock()).limit(1).execute();
    const mail = due.length === 0 ? null : await takeMail(records, { baseUrl, at: clock() });
    if (mail === null) return false;
    const { id, kind, attempts } = mail;
    try {
      await transport.send(mail.message);
    } catch (error) {
      const reason = reasonOf(error);
      const waits = await putBack(records, mail, clock());
      if (waits) log.logger.warn({ mail: id, kind, attempts, reason }, 'a mail could not be sent and is tried again');
      else log.logger.error({ mail: id, kind, attempts, reason }, 'a mail could not be sent and is given up');
      return true;
    }
    await removeMail(records.db, id);
    return true;
  }
}

/** What a log may hold of a failure: a server's own words might repeat the mail. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const status = 'responseCode' in error && typeof error.responseCode === 'number' ? ` ${error.responseCode}` : '';
  return 'code' in error && typeof error.code === 'string' ? `${error.code}${status}` : `${error.name}${status}`;
}

/** Starts to send the mails of an installation, in the way that the configuration has. */
export async function startMailer(
  config: TransportOptions,
  options: Omit<MailerOptions, 'transport'>,
): Promise<Mailer> {
  return new Mailer({ ...options, transport: await openTransport(config, options.baseUrl) });
}
