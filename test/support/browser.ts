import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitUntil } from './wait-until.ts';

export const PASSWORD = 'seventeen geese over Oslo';

/** A user of the dashboard: keeps the cookies and sends the CSRF token, like the pages. */
export class Browser {
  readonly #baseUrl: string;
  readonly #cookies: Map<string, string>;
  #csrf: string | null = null;

  constructor(baseUrl: string, cookies = new Map<string, string>()) {
    this.#baseUrl = baseUrl;
    this.#cookies = cookies;
  }

  /** The same browser, with its cookies, at another gateway of the same name. */
  at(baseUrl: string): Browser {
    const browser = new Browser(baseUrl, this.#cookies);
    browser.#csrf = this.#csrf;
    return browser;
  }

  /** The body as JSON if declared as such, else as text; `null` without a body. */
  async call(method: string, path: string, body?: unknown) {
    const answer = await fetch(this.#baseUrl + path, {
      method,
      headers: {
        ...this.headers(),
        ...(this.#cookies.size > 0 ? { Cookie: [...this.#cookies].map((pair) => pair.join('=')).join('; ') } : {}),
        ...(this.#csrf === null ? {} : { 'X-CSRF-Token': this.#csrf }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      this.#cookies.set(name, value);
    }
    const text = await answer.text();
    const isJson = /json(;|$)/.test(answer.headers.get('content-type') ?? '');
    return {
      status: answer.status,
      body: text === '' ? null : isJson ? JSON.parse(text) : text,
      headers: answer.headers,
    };
  }

  /** Additional headers for every call. */
  protected headers(): Record<string, string> {
    return {};
  }

  /** Continues the session of the cookie. */
  async takeUp(): Promise<void> {
    this.#csrf = (await this.call('GET', '/platform/v1/session')).body.csrf_token;
  }

  async signIn(email: string, password = PASSWORD): Promise<void> {
    const { status, body } = await this.call('POST', '/platform/v1/session', { email, password });
    if (status !== 201) throw new Error(`${email} cannot sign in: ${JSON.stringify(body)}`);
    this.#csrf = body.csrf_token;
  }
}

/** The admin of a new installation, with a password set by the link of the first start, signed in. */
export async function firstAdmin(
  { baseUrl, first }: { readonly baseUrl: string; readonly first: { readonly setup: { readonly token: string } } },
  email = 'ann@example.com',
): Promise<Browser> {
  const browser = new Browser(baseUrl);
  const { token } = first.setup;
  await browser.call('POST', '/platform/v1/password', { token, password: PASSWORD, email });
  await browser.signIn(email);
  return browser;
}

/** The secret part of the link in the latest mail to an address, once that mail has a link to this page. */
export function mailedToken(dataDir: string, to: string, page = ''): Promise<string> {
  const link = new RegExp(`/${page}[^/]*#([0-9A-Za-z]{43})`);
  return waitUntil(`a mail to ${to}`, () => link.exec(latestMail(dataDir, to) ?? '')?.[1]);
}

function latestMail(dataDir: string, to: string): string | undefined {
  const folder = join(dataDir, 'outbox');
  const mails = filesOf(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  return mails.findLast((mail) => mail.includes(`To: ${to}`));
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.txt'))
      .toSorted();
  } catch {
    return [];
  }
}
