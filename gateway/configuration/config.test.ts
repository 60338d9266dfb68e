import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import type { Variable } from '../../plugins/sdk/environment/variable.ts';
import { ConfigurationError, earlierNames, environmentWithFile, readConfig } from './config.ts';
import { VARIABLES } from './variables.ts';

const folder = mkdtempSync(join(tmpdir(), 'vitalgate-config-'));

function mistakes(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.mistakes;
    throw error;
  }
}

it('has the documented defaults', () => {
  expect(readConfig({})).toMatchObject({
    PORT: 8080,
    HOST: '127.0.0.1',
    DATA_DIR: './data',
    BASE_URL: null,
    PLUGINS: [],
    CLINICAL: 'off',
    PLUGINS_STRICT: 'off',
    LOG_LEVEL: 'info',
  });
});

it('reports every mistake at once, with the value and the allowed values', () => {
  expect(mistakes({ PORT: '80a', LOG_LEVEL: 'loud', BASE_URL: 'ftp://x' })).toEqual([
    'PORT: got "80a"; allowed: a whole number from 0 to 65535; 0 takes any free port',
    'BASE_URL: got "ftp://x"; allowed: an http or https address without query, such as https://api.example.com',
    'LOG_LEVEL: got "loud"; allowed: fatal, error, warn, info, debug, trace, silent',
  ]);
});

it.each(['65536', '-1', '8080.5', ' 8080', '0x50'])('refuses the port %j', (PORT) => {
  expect(mistakes({ PORT })).toHaveLength(1);
});

it('treats an empty variable as not set', () => {
  expect(readConfig({ PORT: '' }).PORT).toBe(8080);
});

it('reads lists and removes the trailing slash of the base address', () => {
  const config = readConfig({ PLUGINS: ' ./a , b,', BASE_URL: 'https://api.example.com/' });
  expect(config.PLUGINS).toEqual(['./a', 'b']);
  expect(config.BASE_URL).toBe('https://api.example.com');
});

it('reads a variable by its earlier name, and names the new one', () => {
  expect(readConfig({ PLANS: 'plans.json' }).PLANS_FILE).toBe('plans.json');
  expect(earlierNames({ PLANS: 'plans.json', MARKETPLACES_FILE: 'marketplaces.json' })).toEqual([
    'PLANS is now called PLANS_FILE. The next major version no longer reads PLANS.',
  ]);
  expect(mistakes({ PLANS: 'old.json', PLANS_FILE: 'new.json' })).toEqual([
    'PLANS_FILE: set beside PLANS, its earlier name; allowed: PLANS_FILE alone',
  ]);
});

it('is frozen', () => {
  expect(Object.isFrozen(readConfig({}))).toBe(true);
});

it('prefers the process environment to the file', () => {
  const file = join(folder, '.env');
  writeFileSync(file, 'PORT=9001\nLOG_LEVEL="warn"\n');
  expect(readConfig(environmentWithFile({ PORT: '9002' }, file))).toMatchObject({ PORT: 9002, LOG_LEVEL: 'warn' });
  expect(environmentWithFile({ PORT: '9002' }, join(folder, 'absent'))).toEqual({ PORT: '9002' });
});

const STORES = { DATABASE_URL: 'postgres://vg:hunter2@db/vg', REDIS_URL: 'redis://:hunter2@a:1, rediss://b:2' };

it('accepts both stores, with several Redis nodes', () => {
  const { DATABASE_URL, REDIS_URL } = readConfig(STORES);
  expect([DATABASE_URL?.reveal(), REDIS_URL?.reveal()]).toEqual([STORES.DATABASE_URL, STORES.REDIS_URL]);
});

it('never shows a secret: in a mistake, as text, as JSON, or to an inspector', () => {
  const wrong = mistakes({ DATABASE_URL: 'mysql://vg:hunter2@db/vg', REDIS_URL: 'redis://a:1,hunter2' });
  expect(wrong.map((mistake) => mistake.split(';')[0])).toEqual([
    'DATABASE_URL: got a secret that is not shown',
    'REDIS_URL: got a secret that is not shown',
  ]);
  const config = readConfig(STORES);
  const shown = [
    ...wrong,
    inspect(config, { depth: 9, showHidden: true }),
    JSON.stringify(config),
    `${config.REDIS_URL}`,
  ];
  expect(shown.join('\n')).not.toContain('hunter2');
});

it('reads a secret from a file, and refuses two sources', () => {
  const DATABASE_URL_FILE = join(folder, 'database-url');
  writeFileSync(DATABASE_URL_FILE, `${STORES.DATABASE_URL}\n`);
  const { REDIS_URL } = STORES;
  expect(readConfig({ DATABASE_URL_FILE, REDIS_URL }).DATABASE_URL?.reveal()).toBe(STORES.DATABASE_URL);
  expect(mistakes({ ...STORES, DATABASE_URL_FILE })).toEqual([
    'DATABASE_URL: set both directly and by DATABASE_URL_FILE; allowed: one of the two',
  ]);
});

it('refuses PostgreSQL without Redis, and accepts Redis alone', () => {
  expect(mistakes({ DATABASE_URL: STORES.DATABASE_URL })).toEqual([
    'DATABASE_URL: set without REDIS_URL; allowed: both of them, or REDIS_URL alone',
  ]);
  expect(mistakes({ REDIS_URL: STORES.REDIS_URL })).toEqual([]);
});

it('refuses several workers without shared stores', () => {
  const allowed = 'allowed: 1, or DATABASE_URL and REDIS_URL set';
  expect(mistakes({ WORKERS: '2' })).toEqual([`WORKERS: got 2 without DATABASE_URL and REDIS_URL; ${allowed}`]);
  expect(mistakes({ WORKERS: '2', REDIS_URL: STORES.REDIS_URL })).toEqual([
    `WORKERS: got 2 without DATABASE_URL; ${allowed}`,
  ]);
  expect(readConfig({ WORKERS: '2', ...STORES }).WORKERS).toBe(2);
});

it('starts one worker per core with auto', () => {
  expect(readConfig({ WORKERS: 'auto', ...STORES }).WORKERS).toBe(availableParallelism());
  expect(['0', '129', '1.5', 'all'].map((WORKERS) => mistakes({ WORKERS, ...STORES }).length)).toEqual([1, 1, 1, 1]);
});

it('refuses a certificate without its key, and a key without its certificate', () => {
  expect(mistakes({ TLS_CERT_FILE: 'cert.pem' })).toEqual([
    'TLS_CERT_FILE: set without TLS_KEY_FILE; allowed: together with TLS_KEY_FILE',
  ]);
  expect(mistakes({ TLS_KEY_FILE: 'key.pem' })).toEqual([
    'TLS_KEY_FILE: set without TLS_CERT_FILE; allowed: together with TLS_CERT_FILE',
  ]);
  expect(mistakes({ TLS_CERT_FILE: 'cert.pem', TLS_KEY_FILE: 'key.pem' })).toEqual([]);
});

const SERVICE_SECRET = 'a'.repeat(32);

it('refuses a remote calculator service without a secret to sign its calls', () => {
  expect(mistakes({ CALCULATORS_URL: 'http://a:1' })).toEqual([
    'CALCULATORS_URL: set without SERVICE_SECRET; allowed: together with SERVICE_SECRET',
  ]);
  expect(readConfig({ CALCULATORS_URL: 'http://a:1, https://b/', SERVICE_SECRET }).CALCULATORS_URL).toEqual([
    'http://a:1',
    'https://b',
  ]);
});

it.each(['a:1', 'ftp://a', 'http://a/path', 'http://u:p@a', 'http://a?x', 'http://a:1,http://a:1/'])(
  'refuses %s as the address of a service',
  (CALCULATORS_URL) => {
    expect(mistakes({ CALCULATORS_URL, SERVICE_SECRET })).toEqual([expect.stringMatching(/^CALCULATORS_URL: got/)]);
  },
);

it('accepts one or two service secrets, and shows neither', () => {
  const two = `${SERVICE_SECRET},${'b'.repeat(40)}`;
  expect(readConfig({ SERVICE_SECRET: two }).SERVICE_SECRET?.map((secret) => secret.reveal())).toEqual(two.split(','));
  for (const wrong of ['short', `${two},${'c'.repeat(32)}`, `${'a'.repeat(31)} ${'b'.repeat(31)}`]) {
    expect(mistakes({ SERVICE_SECRET: wrong })).toEqual([
      expect.stringMatching(/^SERVICE_SECRET: got a secret that is not shown/),
    ]);
  }
  expect(inspect(readConfig({ SERVICE_SECRET: two }), { depth: 9, showHidden: true })).not.toContain(SERVICE_SECRET);
});

const STRIPE = { STRIPE_SECRET_KEY: 'sk_test_123456789', STRIPE_WEBHOOK_SECRET: 'whsec_123456789' };

it('refuses Stripe payments without its secrets, and any other address for its key', () => {
  expect(mistakes({ PAYMENTS: 'stripe' })).toEqual([
    'PAYMENTS: set without STRIPE_SECRET_KEY; allowed: together with STRIPE_SECRET_KEY',
  ]);
  expect(mistakes({ PAYMENTS: 'stripe', ...STRIPE })).toEqual([]);
  for (const STRIPE_API_URL of ['https://api.stripe.com.example', 'http://api.stripe.com', 'https://stripe.example']) {
    expect(mistakes({ ...STRIPE, STRIPE_API_URL })).toEqual([expect.stringMatching(/^STRIPE_API_URL: got/)]);
  }
});

it('refuses immediate top-ups with open sign-up', () => {
  expect(mistakes({ MANUAL_TOP_UPS: 'at-once', SIGNUP: 'open' })).toEqual([
    'MANUAL_TOP_UPS: got "at-once" with SIGNUP=open; allowed: confirm',
  ]);
  expect(mistakes({ MANUAL_TOP_UPS: 'at-once' })).toEqual([]);
});

it('is documented variable by variable', () => {
  const page = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  const expected = Object.entries<Variable>(VARIABLES).map(([name, { fallback, allowed, about }]) => {
    return `| \`${name}\` | ${fallback ? `\`${fallback}\`` : ''} | ${allowed} | ${about} |`;
  });
  expect(rows).toEqual(expected);
});
