import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '../../gateway/accounts/clients/clients.ts';
import { revokeKey } from '../../gateway/accounts/keys/key-end.ts';
import { createKey, type NewKey } from '../../gateway/accounts/keys/keys.ts';
import { hashPassword } from '../../gateway/accounts/sessions/password.ts';
import { createUser } from '../../gateway/accounts/users/user-create.ts';
import { addCredits } from '../../gateway/billing/ledger.ts';
import { registerConsumers } from '../../gateway/marketplace/consumers.ts';
import { openRecords, type Records } from '../../gateway/records/records.ts';
import { PASSWORD } from '../support/browser.ts';
import { actor, type Customer, newCustomer } from '../support/customer.ts';
import { freePort } from '../support/free-port.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import {
  MARKET_HOST,
  MARKETPLACES,
  marketplaceEnvironment,
  PROXY_HOST,
  PROXY_SECRET,
  vouchedFor,
} from '../support/marketplace.ts';
import { type StripeStub, startStripe } from '../support/stripe.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { badCallers, byKey, type Caller, inQuery } from './callers.ts';
import { newTenant, type Tenant } from './tenants.ts';

export const WEBHOOK_SECRET = 'whsec_of_the_fuzzer_test';

/** A gateway, and everything that calls may refer to. */
export interface World {
  readonly gateway: RunningGateway;
  readonly adminPort: number;
  /** Clients that call calculators; no call of the platform touches them. */
  readonly callers: readonly Caller[];
  /** Callers of the classic API through a marketplace. */
  readonly consumers: readonly Caller[];
  /** The client that malformed requests name. */
  readonly raw: Customer;
  readonly tenants: readonly Tenant[];
  /** Number of the tenant that owns a record; `undefined` if unknown. */
  ownerOf(id: string): number | undefined;
  /** A user who signs in with a password. */
  readonly signer: { readonly email: string; readonly password: string };
  /** Signs reports of leaked keys. */
  readonly reporter: KeyObject;
  /** Every client whose units are counted. */
  readonly counted: readonly string[];
  readonly secrets: ReadonlySet<string>;
  /** Opens the records of the gateway, running or stopped. */
  openRecords(): Promise<Records>;
  stop(): Promise<void>;
}

export interface WorldOptions {
  readonly tenants: number;
  /** Default: the embedded stores. */
  readonly stores?: { readonly REDIS_URL: string; readonly DATABASE_URL: string } | undefined;
}

/**
 * Starts a gateway with clients on all kinds of plans, with valid and invalid keys, tenants, marketplaces and webhooks.
 */
export async function openWorld({ tenants: count, stores }: WorldOptions): Promise<World> {
  const adminPort = await freePort();
  const stripe = await startStripe();
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const dataDir = temporaryFolder('fuzz');
  const gateway = await startGateway({
    dataDir,
    env: {
      ...stores,
      ...marketplaceEnvironment(),
      ADMIN_PORT: String(adminPort),
      SIGNUP: 'open',
      TRUST_PROXY: '127.0.0.1',
      LEAK_REPORTERS_FILE: reportersFile(publicKey),
      ...stripeEnvironment(stripe),
    },
  });
  const open = () => openRecords(stores === undefined ? { dataDir } : { databaseUrl: stores.DATABASE_URL });
  const records = await open();
  try {
    const callers = await newCallers(records);
    const consumers = await newConsumers(records);
    const raw = await newCustomer(records, { quota: null });
    const tenants: Tenant[] = [];
    for (let at = 0; at < count; at++) tenants.push(await newTenant(records, at));
    const owners = new Map(tenants.flatMap(({ at, ids }) => [...ids].map((id) => [id, at] as const)));
    const signer = await newSigner(records);
    const clients = [...callers, ...consumers].flatMap(({ client }) => client ?? []);
    return {
      gateway,
      adminPort,
      callers,
      consumers,
      raw,
      tenants,
      ownerOf: (id) => owners.get(id),
      signer,
      reporter: privateKey,
      counted: [...new Set(clients)],
      secrets: new Set([
        ...callers.flatMap(({ secrets }) => secrets),
        ...tenants.flatMap(({ people }) => people.flatMap(({ key, session }) => [key.text, session.token])),
        raw.key.text,
        signer.password,
        PROXY_SECRET,
        WEBHOOK_SECRET,
        STRIPE_KEY,
      ]),
      openRecords: open,
      async stop() {
        await gateway.stop();
        await stripe.stop();
      },
    };
  } finally {
    await records.close();
  }
}

const STRIPE_KEY = 'sk_test_of_the_fuzzer';

function stripeEnvironment({ url }: StripeStub): Record<string, string> {
  return { STRIPE_SECRET_KEY: STRIPE_KEY, STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET, STRIPE_API_URL: url };
}

function reportersFile(publicKey: KeyObject): string {
  const file = join(temporaryFolder('reporters'), 'keys.json');
  const key = publicKey.export({ type: 'spki', format: 'pem' });
  writeFileSync(file, JSON.stringify({ public_keys: [{ key_identifier: 'fuzz', key, is_current: true }] }));
  return file;
}

/** Clients with all kinds of limits, keys with all kinds of settings, and invalid credentials. */
async function newCallers(records: Records): Promise<Caller[]> {
  const unlimited = await newCustomer(records, { quota: null });
  const good: [number, Customer][] = [
    [12, unlimited],
    [1, await newCustomer(records, { quota: null, burst: { q: 50, w: 1 } })],
    [1, await newCustomer(records, { quota: 300 })],
    [1, await withCredits(records, 400)],
    [1, await newCustomer(records, { quota: 50, mode: 'soft' })],
  ];
  const known = good.map(([weight, { clientId, key }]) => byKey(key.text, { weight, client: clientId, refused: null }));
  const key = (settings: Partial<NewKey>) => keyOf(records, unlimited.clientId, settings);
  const own = { client: unlimited.clientId, refused: null };
  const network = byKey((await key({ networks: ['192.0.2.0/24'] })).text, { weight: 0.5, ...own });
  const lapsed = await key({ expiresAt: Date.now() + 1 });
  const revoked = await key({});
  await revokeKey(records, actor, revoked.id);
  const finance = { clientId: unlimited.clientId, name: 'Fay', role: 'finance', email: null, language: 'en' } as const;
  const { key: pays } = await createUser(records, actor, async () => undefined, finance);
  const [{ key: first }, { key: second }] = [unlimited, good[1]?.[1] ?? unlimited];
  return [
    ...known,
    ...known.slice(0, 1).map(inQuery),
    byKey((await key({ cap: 200 })).text, { weight: 0.5, ...own }),
    byKey((await key({ calculators: ['bmi', 'tdee'] })).text, { weight: 0.5, ...own }),
    { ...network, headers: [...network.headers, 'X-Forwarded-For', '192.0.2.9'] },
    {
      ...network,
      headers: [...network.headers, 'X-Forwarded-For', '198.51.100.9'],
      client: null,
      refused: 'elsewhere',
    },
    byKey(lapsed.text, { weight: 0.2, client: null, refused: 'an expired key' }),
    byKey(revoked.text, { weight: 0.2, client: null, refused: 'a revoked key' }),
    byKey(pays.text, { weight: 0.2, client: null, refused: 'a key of a finance user' }),
    ...badCallers(first.text, second.text),
  ];
}

function keyOf(records: Records, clientId: string, settings: Partial<NewKey>) {
  const anything = { name: 'k', environment: 'live', expiresAt: null, calculators: null, cap: null } as const;
  return createKey(records, actor, { clientId, userId: null, ...anything, ...settings });
}

async function withCredits(records: Records, credits: number): Promise<Customer> {
  const customer = await newCustomer(records, { quota: 0, mode: 'credits' });
  const topUp = { clientId: customer.clientId, credits, source: 'fuzz', note: null };
  await addCredits(records, actor, topUp);
  return customer;
}

/** Consumers of the marketplaces, and invalid marketplace headers. */
async function newConsumers(records: Records): Promise<Caller[]> {
  const [market] = MARKETPLACES;
  if (market === undefined) throw new Error('there is a marketplace');
  const subscriptions = [
    { user: 'large', subscription: 'LARGE', key: 'consumer-key-of-large', weight: 6 },
    { user: 'basic', subscription: 'BASIC', key: 'consumer-key-of-basic', weight: 1 },
  ];
  const registered = await registerConsumers(records, actor, market, subscriptions);
  const good = subscriptions.map(({ key, weight }, at) => ({
    weight,
    headers: ['X-Marketplace-Key', key, 'X-Marketplace-Host', MARKET_HOST],
    query: [],
    client: registered[at]?.clientId ?? null,
    refused: null,
    secrets: [key],
  }));
  const bad = (refused: string, headers: Readonly<Record<string, string>>): Caller => ({
    weight: 0.5,
    headers: Object.entries(headers).flat(),
    query: [],
    client: null,
    refused,
    secrets: [],
  });
  const key = 'consumer-key-of-large';
  const vouched = bad('', vouchedFor('guest', 'LARGE'));
  return [
    ...good,
    // The consumer is created by its first call, so its client is still unknown here.
    { ...vouched, weight: 2, refused: null },
    bad('no host', { 'X-Marketplace-Key': key }),
    bad('the host of another marketplace', { 'X-Marketplace-Key': key, 'X-Marketplace-Host': PROXY_HOST }),
    bad('an unknown key', { 'X-Marketplace-Key': `${key}x`, 'X-Marketplace-Host': MARKET_HOST }),
    bad('the wrong secret of a proxy', vouchedFor('eve', 'LARGE', 'another-secret-of-the-hub')),
    bad('a subscription without a plan', vouchedFor('eve', 'FREE')),
    bad('an empty user', vouchedFor(' ', 'LARGE')),
  ];
}

async function newSigner(records: Records): Promise<World['signer']> {
  const email = 'signer@example.com';
  const { userId } = await createClient(records, actor, { name: 'Signer', plan: 'free', admin: { name: 'S', email } });
  const password_hash = await hashPassword(PASSWORD);
  await records.db.updateTable('users').set({ password_hash }).where('id', '=', userId).execute();
  return { email, password: PASSWORD };
}
