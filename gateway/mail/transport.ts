import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Secret } from '../../plugins/sdk/environment/secret.ts';
import type { Message } from './mail.ts';

/** Delivers mails. */
export interface MailTransport {
  /** @throws if the mail was not accepted */
  send(message: Message): Promise<void>;
  close(): void;
}

export interface TransportOptions {
  readonly SMTP_URL: Secret | null;
  readonly MAIL_FROM: string | null;
  readonly DATA_DIR: string;
}

/** Opens SMTP if it is configured, or else the folder `outbox`, for the operator of this machine. */
export async function openTransport(
  { SMTP_URL, MAIL_FROM, DATA_DIR }: TransportOptions,
  baseUrl: string,
): Promise<MailTransport> {
  const from = MAIL_FROM ?? `Vitalgate <no-reply@${mailHost(baseUrl)}>`;
  return SMTP_URL === null ? outbox(join(DATA_DIR, 'outbox'), from) : smtp(SMTP_URL.reveal(), from);
}

function mailHost(baseUrl: string): string {
  const { hostname } = new URL(baseUrl);
  return /[a-z]$/i.test(hostname) ? hostname : 'localhost';
}

/** A silent server must not delay the mails behind this one for long. */
const SMTP_TIMEOUT_MS = 10_000;

async function smtp(url: string, from: string): Promise<MailTransport> {
  // Loaded only when it is used.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
    // No mail of ours needs content from a file or URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text, language }) {
      const headers = { 'Content-Language': language, 'Auto-Submitted': 'auto-generated' };
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text, headers });
    },
    close: () => transport.close(),
  };
}

function outbox(folder: string, from: string): MailTransport {
  return {
    async send({ to, subject, text }) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}.txt`;
      const path = join(folder, name);
      const content = `From: ${from}\nTo: ${to}\nSubject: ${subject}\n\n${text}`;
      await writeFile(`${path}.part`, content, { mode: 0o600, flag: 'wx' });
      await rename(`${path}.part`, path);
    },
    close: () => undefined,
  };
}
