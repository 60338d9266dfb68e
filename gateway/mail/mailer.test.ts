import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Secret } from '../../plugins/sdk/environment/secret.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { createClient } from '../accounts/clients/clients.ts';
import { openRecords, type Records } from '../records/records.ts';
import type { Mail } from './mail.ts';
import { Mailer } from './mailer.ts';
import { mailEnqueuer } from './queue.ts';
import { openTransport } from './transport.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const BASE_URL = 'https://api.example.com';
const TO = 'ann@example.com';

let dataDir: string;
let records: Records;
let logged: string[];
let now: number;
const closing: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  dataDir = temporaryFolder('mail');
  records = await openRecords({ dataDir });
  logged = [];
  now = NOW;
  const actor = { name: 'test', at: NOW, address: null };
  await createClient(records, actor, { name: 'Acme', plan: 'free', admin: { name: 'Ann', email: TO } });
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await records.close();
});

async function newMailer(smtpUrl: string | null): Promise<Mailer> {
  const SMTP_URL = smtpUrl === null ? null : new Secret(smtpUrl);
  const transport = await openTransport({ SMTP_URL, MAIL_FROM: null, DATA_DIR: dataDir }, BASE_URL);
  const log = { logger: pino({ level: 'trace' }, { write: (line: string) => logged.push(line) }) };
  const mailer = new Mailer({ records, transport, baseUrl: BASE_URL, clock: () => now, log, everyMs: 3_600_000 });
  closing.push(() => mailer.stop());
  return mailer;
}

const askForReset = (language: 'en' | 'ja' = 'en') =>
  records.write((trx) => mailEnqueuer(() => now)(trx, { kind: 'password-reset', to: TO, language }));
const waiting = async () => (await records.db.selectFrom('mails').select('id').execute()).length;

/** A real SMTP server on a free port. */
async function startSmtp(answer: () => Error | null = () => null) {
  const received: { from: string; to: string[]; text: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      username === 'vitalgate' && password === 'p@ss' ? done(null, { user: username }) : done(new Error('no')),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const failure = answer();
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        const to = envelope.rcptTo.map(({ address }) => address);
        if (failure === null) received.push({ from, to, text: Buffer.concat(chunks).toString('utf8') });
        done(failure);
      });
    },
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  closing.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP listener without a port');
  return { received, url: `smtp://vitalgate:p%40ss@127.0.0.1:${address.port}` };
}

const linkIn = (text: string) => /#([0-9A-Za-z]{43})/.exec(text)?.[1] ?? expect.unreachable('no link');

describe('with SMTP_URL', () => {
  it('a mail is sent with authentication to its one address, and leaves the queue', async () => {
    const { received, url } = await startSmtp();
    const mailer = await newMailer(url);
    await askForReset();
    await mailer.sendDue();
    expect(received).toEqual([{ from: 'no-reply@api.example.com', to: [TO], text: expect.any(String) }]);
    const [{ text } = { text: '' }] = received;
    expect(text).toMatch(/^From: Vitalgate <no-reply@api\.example\.com>\r$/m);
    expect(text).toMatch(/^Subject: Set a new password\r$/m);
    expect(text).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(await waiting()).toBe(0);
    expect(logged).toEqual([]);
  });

  it('text beyond ASCII arrives unchanged', async () => {
    const { received, url } = await startSmtp();
    const mailer = await newMailer(url);
    await askForReset('ja');
    await mailer.sendDue();
    const [head = '', body = ''] = (received[0]?.text ?? '').split('\r\n\r\n');
    expect(head).toMatch(/^Content-Language: ja\r$/m);
    expect(head).toMatch(/^Content-Transfer-Encoding: base64\r$/m);
    expect(Buffer.from(body, 'base64').toString('utf8')).toContain('新しいパスワード');
  });

  it('a refused mail stays queued, is retried when due, and its link is never logged', async () => {
    let refuse = true;
    const { received, url } = await startSmtp(() => (refuse ? new Error('mailbox busy') : null));
    const mailer = await newMailer(url);
    await askForReset();
    await mailer.sendDue();
    expect(await waiting()).toBe(1);
    expect(logged.join('')).toContain('"kind":"password-reset"');
    refuse = false;
    await mailer.sendDue();
    expect(received).toEqual([]);
    now += 10_000;
    await mailer.sendDue();
    const link = linkIn((received[0]?.text ?? '').replaceAll('=\r\n', ''));
    expect(logged.join('')).not.toContain(link);
    expect(logged.join('')).not.toContain(TO);
    expect(logged.join('')).not.toContain('p@ss');
  });

  it('an unreachable server does not block the queue: the mail is given up after six attempts, which is logged', async () => {
    const mailer = await newMailer('smtp://127.0.0.1:1');
    await askForReset();
    for (let attempt = 1; attempt <= 6; attempt++) {
      await mailer.sendDue();
      now += 3 * 3_600_000;
    }
    expect(await waiting()).toBe(0);
    expect(logged.filter((line) => line.includes('will be retried'))).toHaveLength(5);
    expect(logged.filter((line) => line.includes('given up'))).toHaveLength(1);
    expect(logged.join('')).toContain('ESOCKET');
  });
});

describe('without SMTP_URL', () => {
  it('a mail becomes a file in the outbox that only its owner can read', async () => {
    const mailer = await newMailer(null);
    await askForReset();
    await mailer.sendDue();
    const outbox = join(dataDir, 'outbox');
    const [file = ''] = readdirSync(outbox);
    expect(readdirSync(outbox)).toEqual([expect.stringMatching(/\.txt$/)]);
    expect(statSync(outbox).mode & 0o777).toBe(0o700);
    expect(statSync(join(outbox, file)).mode & 0o777).toBe(0o600);
    const text = readFileSync(join(outbox, file), 'utf8');
    expect(text).toMatch(/^From: .*\nTo: ann@example\.com\nSubject: Set a new password\n\n/);
    expect(text).toContain(`${BASE_URL}/set-password?lang=en#`);
    expect(logged.join('')).not.toContain(linkIn(text));
  });

  it('a mail writes numbers, months and times as its language does', async () => {
    const mailer = await newMailer(null);
    const notice = { kind: 'quota-80', to: TO, client: 'Acme', used: 80_000, quota: 100_000, credits: 0 } as const;
    const enqueue = (mail: Mail) => records.write((trx) => mailEnqueuer(() => now)(trx, mail));
    await enqueue({ ...notice, language: 'de', month: '2026-10', mode: 'block' });
    await enqueue({ kind: 'password-reset', to: TO, language: 'fr' });
    await mailer.sendDue();
    const outbox = join(dataDir, 'outbox');
    const texts = readdirSync(outbox).map((file) => readFileSync(join(outbox, file), 'utf8'));
    const german = texts.find((text) => text.includes('Acme')) ?? '';
    for (const written of ['80.000', '100.000', 'Oktober 2026']) expect(german).toContain(written);
    expect(texts.find((text) => text !== german)).toMatch(/ novembre 2026 .*UTC/);
  });
});
