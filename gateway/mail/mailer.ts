import type { GatewayLog } from '../operations/logger.ts';
import type { Records } from '../records/records.ts';
import { putBack, removeMail, takeMail } from './queue.ts';
import { type MailTransport, openTransport, type TransportOptions } from './transport.ts';

/**
 * How often the queue is checked. Mails are sent at a fixed interval, so that the timing of a response, or of the next
 * one, does not reveal whether a mail was sent.
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

/** Sends the queued mails. A mail that cannot be sent is retried several times over hours. Links are never logged. */
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

  /** Sends the due mails one by one. */
  sendDue(): Promise<void> {
    this.#sending ??= this.#send().finally(() => {
      this.#sending = null;
    });
    return this.#sending;
  }

  /** Stops the mailer; resolves when the mail in progress has been sent. */
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
      // The records cannot be reached; the mails stay in the queue.
      if (!this.#failing) log.logger.error({ err: error }, 'cannot read the mail queue');
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
      const willRetry = await putBack(records, mail, clock());
      if (willRetry) log.logger.warn({ mail: id, kind, attempts, reason }, 'mail not sent, will be retried');
      else log.logger.error({ mail: id, kind, attempts, reason }, 'mail not sent, given up');
      return true;
    }
    await removeMail(records.db, id);
    return true;
  }
}

/** The part of an error that may be logged: the server's own text might repeat the mail. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const status = 'responseCode' in error && typeof error.responseCode === 'number' ? ` ${error.responseCode}` : '';
  return 'code' in error && typeof error.code === 'string' ? `${error.code}${status}` : `${error.name}${status}`;
}

/** Starts a mailer with the configured transport. */
export async function startMailer(
  config: TransportOptions,
  options: Omit<MailerOptions, 'transport'>,
): Promise<Mailer> {
  return new Mailer({ ...options, transport: await openTransport(config, options.baseUrl) });
}
