import { inject } from 'vitest';
import { beginSession } from '../../gateway/accounts/sessions/sessions.ts';
import { createUser } from '../../gateway/accounts/users/user-create.ts';
import { openRecords, type Records } from '../../gateway/records/records.ts';
import type { Role } from '../../gateway/records/tables.ts';
import { SESSION_COOKIE } from '../../gateway/web/platform/cookies.ts';
import { type Browser, firstAdmin } from './browser.ts';
import { newVisitor, type SignedIn, startBrowser, type Visitor, type VisitorOptions } from './dashboard-browser.ts';
import { startTestGateway, type TestEnvironment, type TestGateway } from './in-process-gateway.ts';

/** A user of the account, who is signed in. */
export interface Colleague {
  readonly id: string;
  /** The first key. */
  readonly key: string;
  /** For `visitor({ as })`. */
  readonly signedIn: SignedIn;
}

/** A gateway with the current dashboard, and a browser: one per test file. */
export interface Dashboard {
  readonly gateway: TestGateway;
  readonly records: Records;
  /** Ann, the admin (`ann@example.com`, `PASSWORD`), at the API, to arrange the data of a test. */
  readonly api: Browser;
  /** The same, for `visitor({ as })`. */
  readonly ann: SignedIn;
  addUser(name: string, role: Role, email?: string): Promise<Colleague>;
  /** One more session of a user. */
  signIn(userId: string): Promise<SignedIn>;
  /** A new visitor, with cookies of its own. */
  visitor(options?: VisitorOptions): Promise<Visitor>;
  stop(): Promise<void>;
}

export async function startDashboard(environment: TestEnvironment = {}): Promise<Dashboard> {
  const built = await fetch(`${inject('servers')}/dashboard`);
  if (!built.ok) throw new Error(`the dashboard cannot be built: ${await built.text()}`);
  const gateway = await startTestGateway(environment);
  const records = await openRecords({ dataDir: gateway.dataDir });
  const api = await firstAdmin(gateway);
  const { body: me } = await api.call('GET', '/platform/v1/me');
  const browser = await startBrowser();
  const actor = { name: 'test', at: Date.now(), address: null };
  const clientId: string = me.client;

  async function signedIn(id: string): Promise<SignedIn> {
    const owner = { id, client_id: clientId };
    const { token } = await records.write((trx) => beginSession(trx, actor, owner, 'test'));
    const cookie = { name: SESSION_COOKIE, value: token, domain: '127.0.0.1', path: '/', expires: -1 };
    return { cookies: [{ ...cookie, httpOnly: true, secure: true, sameSite: 'Lax' }], origins: [] };
  }

  return {
    gateway,
    records,
    api,
    ann: await signedIn(me.id),
    async addUser(name, role, email) {
      const input = { clientId, name, role, email: email ?? null, language: 'en' } as const;
      const { userId, key } = await createUser(records, actor, async () => undefined, input);
      return { id: userId, key: key.text, signedIn: await signedIn(userId) };
    },
    signIn: signedIn,
    visitor: (options) => newVisitor(browser, gateway.baseUrl, options),
    async stop() {
      await browser.close();
      await records.close();
      await gateway.stop();
    },
  };
}
