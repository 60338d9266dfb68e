import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '../../gateway/accounts/clients/clients.ts';
import { hashPassword } from '../../gateway/accounts/sessions/password.ts';
import { openRecords, type Records } from '../../gateway/records/records.ts';
import { Browser, PASSWORD } from './browser.ts';
import { actor } from './customer.ts';
import { freePort } from './free-port.ts';
import { startGateway } from './gateway.ts';
import { startTestGateway } from './in-process-gateway.ts';
import { waitUntil } from './wait-until.ts';

/** One gateway of an installation. */
export interface Member {
  readonly baseUrl: string;
  readonly dataDir: string;
  /** The address of `/metrics`. */
  readonly adminPort: number;
  /** Its log so far. */
  logged(): string;
}

/** Gateways over the same stores, and their records. */
export interface Installation {
  readonly members: readonly Member[];
  readonly records: Records;
  /** The gateways in turn: a caller who alternates must gain nothing. */
  next(): Member;
  stop(): Promise<void>;
}

/** A gateway with the embedded stores, in this process. */
export async function embeddedInstallation(environment: Record<string, string> = {}): Promise<Installation> {
  const gateway = await startTestGateway({ ADMIN_PORT: '0', ...environment });
  const { baseUrl, dataDir, adminPort, logged } = gateway;
  if (adminPort === null) throw new Error('the gateway has no admin port');
  const records = await openRecords({ dataDir });
  return installationOf([{ baseUrl, dataDir, adminPort, logged }], records, () => gateway.stop());
}

export interface SharedStores {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  /** Number of gateways, each in a separate process. Default 2. */
  readonly gateways?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** Gateways in separate processes, on one PostgreSQL and one Redis. */
export async function sharedInstallation(stores: SharedStores): Promise<Installation> {
  const { databaseUrl, redisUrl, gateways: count = 2, env = {} } = stores;
  const common = { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, LOG_LEVEL: 'warn', ...env };
  const members: Member[] = [];
  const stops: (() => Promise<number>)[] = [];
  while (members.length < count) {
    const adminPort = await freePort();
    const gateway = await startGateway({ env: { ADMIN_PORT: String(adminPort), ...common } });
    const { baseUrl, dataDir, output } = gateway;
    members.push({ baseUrl, dataDir, adminPort, logged: output });
    stops.push(gateway.stop);
  }
  const records = await openRecords({ databaseUrl });
  return installationOf(members, records, () => Promise.all(stops.map((stop) => stop())));
}

function installationOf(members: readonly Member[], records: Records, stop: () => Promise<unknown>): Installation {
  let turns = 0;
  return {
    members,
    records,
    next() {
      const member = members[turns++ % members.length];
      if (member === undefined) throw new Error('an installation has a gateway');
      return member;
    },
    async stop() {
      await records.close();
      await stop();
    },
  };
}

/** The signed-in admin of a new account. */
export interface SignedInAdmin {
  readonly clientId: string;
  readonly userId: string;
  readonly email: string;
  /** Calls the gateways in turn with the session. */
  call(method: string, path: string, body?: unknown): ReturnType<Browser['call']>;
  /** Signs in at one of the gateways. */
  signIn(email: string, password?: string): Promise<void>;
}

const hashed = hashPassword(PASSWORD);

/** Creates an account, and signs its admin in with `PASSWORD`. */
export async function signedInAdmin(installation: Installation, email: string): Promise<SignedInAdmin> {
  const { records } = installation;
  const admin = { name: 'Ann', email };
  const { clientId, userId } = await createClient(records, actor, { name: 'Acme', plan: 'free', admin });
  await records.db
    .updateTable('users')
    .set({ password_hash: await hashed })
    .where('id', '=', userId)
    .execute();
  let browser = new Browser(installation.next().baseUrl);
  const atNext = () => browser.at(installation.next().baseUrl);
  const signIn = async (name: string, password = PASSWORD) => {
    browser = atNext();
    await browser.signIn(name, password);
  };
  await signIn(email);
  return { clientId, userId, email, signIn, call: (...request) => atNext().call(...request) };
}

/** The latest mail to an address from any gateway. `has`: text that it must contain. */
export function mailTo({ members }: Installation, address: string, has = ''): Promise<string> {
  return waitUntil(`a mail to ${address}`, () => {
    const mails = members.flatMap(({ dataDir }) => mailsIn(join(dataDir, 'outbox')));
    const wanted = ({ text }: Mail) => text.includes(`To: ${address}\n`) && text.includes(has);
    return mails
      .filter(wanted)
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .at(-1)?.text;
  });
}

/** The secret part of the latest link to this page mailed to an address. */
export async function tokenTo(installation: Installation, address: string, page: string): Promise<string> {
  const mail = await mailTo(installation, address, `/${page}`);
  const token = new RegExp(`/${page}[^/]*#([0-9A-Za-z]{43})`).exec(mail)?.[1];
  if (token === undefined) throw new Error(`the mail to ${address} has no link to ${page}`);
  return token;
}

interface Mail {
  /** The name begins with the time of sending. */
  readonly name: string;
  readonly text: string;
}

function mailsIn(outbox: string): Mail[] {
  try {
    const files = readdirSync(outbox).filter((name) => name.endsWith('.txt'));
    return files.map((name) => ({ name, text: readFileSync(join(outbox, name), 'utf8') }));
  } catch {
    // The first mail creates the folder.
    return [];
  }
}
