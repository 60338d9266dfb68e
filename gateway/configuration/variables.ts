import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { Secret } from '../../plugins/sdk/environment/secret.ts';
import {
  httpUrl,
  list,
  SERVICE_SECRETS_ALLOWED,
  serviceSecrets,
  type Variable,
  wholeNumber,
} from '../../plugins/sdk/environment/variable.ts';

const choice = <const Words extends readonly [string, ...string[]]>(words: Words) => z.enum(words);

const hidden = (text: string) => new Secret(text);

const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\/\S+$/)
  .refine(URL.canParse)
  .transform(hidden);

const redisNode = z
  .string()
  .regex(/^rediss?:\/\/\S+$/)
  .refine(URL.canParse);

const redisNodes = z
  .string()
  .refine((text) => text.split(',').every((node) => redisNode.safeParse(node.trim()).success))
  .transform(hidden);

const origin = z
  .string()
  .regex(/^https?:\/\/[^/?#@\\\s]+\/?$/)
  .refine(URL.canParse)
  .transform((text) => text.replace(/\/$/, ''));

/** Names in lower case, as browsers send them. */
const hostNames = list.pipe(
  z.array(
    z
      .string()
      .regex(/^[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9])?$/)
      .transform((name) => name.toLowerCase()),
  ),
);

const origins = list.pipe(z.array(origin).refine((addresses) => new Set(addresses).size === addresses.length));

const smtpUrl = z
  .string()
  .regex(/^smtps?:\/\/\S+$/)
  .refine(URL.canParse)
  .transform(hidden);

const stripeKey = z
  .string()
  .regex(/^[sr]k_[\x21-\x7e]{8,}$/)
  .transform(hidden);

/** The secret key is sent there: a typing mistake must not give it away. */
const stripeApi = z.string().regex(/^(https:\/\/api\.stripe\.com|http:\/\/(127\.0\.0\.1|localhost|\[::1\]):\d+)$/);

const stripeWebhookSecrets = list
  .pipe(
    z
      .array(z.string().regex(/^whsec_[\x21-\x7e]{8,}$/))
      .min(1)
      .max(2),
  )
  .transform((secrets) => secrets.map(hidden));

const mailAddress = z.string().regex(/^([^<>@\p{Cc}]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u);

const workers = z.union([z.literal('auto').transform(availableParallelism), wholeNumber(1, 128)]);

const portOrOff = z.union([z.literal('off'), wholeNumber(0, 65_535)]);

/** Every variable the gateway reads. docs/configuration.md is held against this table by a test. */
export const VARIABLES = {
  PORT: {
    schema: wholeNumber(0, 65_535),
    fallback: '8080',
    allowed: 'a whole number from 0 to 65535; 0 takes any free port',
    about: 'Port of the API.',
  },
  HOST: {
    schema: z.string().min(1),
    fallback: '127.0.0.1',
    allowed: 'an address of this machine, or 0.0.0.0 for all',
    about: 'Address the API listens on. Calls from other machines must come over HTTPS.',
  },
  ADMIN_HOST: {
    schema: z.string().min(1),
    fallback: '127.0.0.1',
    allowed: 'an address of this machine, or 0.0.0.0 for all',
    about: 'Address of /metrics. It asks for no key: keep it inside your network.',
  },
  ADMIN_PORT: {
    schema: portOrOff,
    fallback: '9464',
    allowed: 'a whole number from 0 to 65535, 0 taking any free port; or off',
    about: 'Port of /metrics. /healthz and /readyz are there too.',
  },
  ADMIN_HOSTS: {
    schema: hostNames,
    fallback: '',
    allowed: 'host names without a port, separated by commas',
    about:
      'Host names to answer at ADMIN_PORT besides IP addresses and localhost, such as the name that Prometheus calls. Any other is answered 421, which keeps web pages out.',
  },
  BASE_URL: {
    schema: httpUrl,
    fallback: null,
    allowed: 'an http or https address without query, such as https://api.example.com',
    about:
      'Public address, used in links, problem types and the OpenAPI document. Default: http://127.0.0.1:PORT, https with a certificate.',
  },
  DATA_DIR: {
    schema: z.string().min(1),
    fallback: './data',
    allowed: 'a folder that the gateway may write',
    about:
      'Where the embedded stores live, and with Redis the journals of outages: it must outlive the process. One gateway at a time.',
  },
  DATABASE_URL: {
    schema: postgresUrl,
    fallback: null,
    allowed: 'a postgres:// address; only together with REDIS_URL',
    about: 'PostgreSQL for the records, instead of the file in DATA_DIR.',
    secret: true,
  },
  REDIS_URL: {
    schema: redisNodes,
    fallback: null,
    allowed: 'a redis:// or rediss:// address; for a cluster several nodes, separated by commas',
    about: 'Redis for the counters, instead of the file in DATA_DIR.',
    secret: true,
  },
  USAGE_RETENTION_MONTHS: {
    schema: wholeNumber(13, 120),
    fallback: '25',
    allowed: 'a whole number from 13 to 120',
    about: 'Whole months for which usage by day is kept, besides the running one. Ledger and statements stay.',
  },
  AUDIT_RETENTION_MONTHS: {
    schema: wholeNumber(1, 120),
    fallback: '24',
    allowed: 'a whole number from 1 to 120',
    about: 'Whole months for which the audit is kept, besides the running one.',
  },
  WORKERS: {
    schema: workers,
    fallback: '1',
    allowed: 'a whole number from 1 to 128, or auto for one a core; above 1 only with DATABASE_URL and REDIS_URL',
    about: 'Processes that answer calls.',
  },
  PLANS_FILE: {
    formerly: 'PLANS',
    schema: z.string().min(1),
    fallback: null,
    allowed: 'a JSON file',
    about: 'Plans to add or to change, by name. Followed while the gateway runs.',
  },
  MARKETPLACES_FILE: {
    formerly: 'MARKETPLACES',
    schema: z.string().min(1),
    fallback: null,
    allowed: 'a JSON file, see docs/marketplace.md',
    about: 'Marketplaces through which the classic API is offered.',
  },
  DEPRECATIONS_FILE: {
    formerly: 'DEPRECATIONS',
    schema: z.string().min(1),
    fallback: null,
    allowed: 'a JSON file, see docs/operations.md',
    about: 'Deprecated plugins and routes; their answers say so.',
  },
  LEAK_REPORTERS_FILE: {
    formerly: 'LEAK_REPORTERS',
    schema: z.string().min(1),
    fallback: null,
    allowed: 'a JSON file of public keys, as GitHub publishes those of its secret scanning',
    about: 'Reporters of leaked API keys, which are then revoked. Without it reports are refused.',
  },
  PLUGINS: {
    schema: list,
    fallback: '',
    allowed: 'folders or npm packages, separated by commas',
    about: 'Plugins to load besides the built-in ones.',
  },
  CALCULATORS_URL: {
    schema: origins,
    fallback: '',
    allowed: 'http or https addresses without path, separated by commas; only together with SERVICE_SECRET',
    about: 'Instances of the service that runs the built-in plugins, instead of this process.',
  },
  SERVICE_SECRET: {
    schema: serviceSecrets,
    fallback: null,
    allowed: SERVICE_SECRETS_ALLOWED,
    about: 'Signs calls to services, with the first of two. Without it plugins with a service are refused.',
    secret: true,
  },
  PLATFORM: {
    schema: choice(['on', 'off']),
    fallback: 'on',
    allowed: 'on, off',
    about: 'off: no accounts API and no sign-in, only the command line and the keys of admins.',
  },
  SIGNUP: {
    schema: choice(['open', 'invite', 'closed']),
    fallback: 'invite',
    allowed: 'open, invite, closed',
    about: 'Who may join: everyone, people whom an admin invites, or no one.',
  },
  SMTP_URL: {
    schema: smtpUrl,
    fallback: null,
    allowed: 'an smtp:// or smtps:// address',
    about: 'Server that takes our mails. Without it they are written to the folder outbox in DATA_DIR.',
    secret: true,
  },
  MAIL_FROM: {
    schema: mailAddress,
    fallback: null,
    allowed: 'an address such as Vitalgate <no-reply@example.com>',
    about: 'Sender of our mails. Default: no-reply at the host of BASE_URL.',
  },
  MAILS_PER_DAY: {
    schema: wholeNumber(1, 1_000_000),
    fallback: '50',
    allowed: 'a whole number from 1 to 1000000',
    about:
      'Mails that an account can have sent in a UTC day to addresses it names: invitations, and links to a new address.',
  },
  PAYMENTS: {
    schema: choice(['manual', 'stripe']),
    fallback: null,
    allowed: 'manual, stripe; stripe only together with STRIPE_SECRET_KEY',
    about: 'How credits are bought. Default: stripe where its secrets are set, else manual.',
  },
  MANUAL_TOP_UPS: {
    schema: choice(['confirm', 'at-once']),
    fallback: 'confirm',
    allowed: 'confirm, at-once; at-once not together with SIGNUP=open',
    about: 'Whether manual top-ups wait until they are confirmed on the command line.',
  },
  STRIPE_SECRET_KEY: {
    schema: stripeKey,
    fallback: null,
    allowed: 'a secret or restricted key of Stripe; only together with STRIPE_WEBHOOK_SECRET',
    about: 'Lets credits be paid by Stripe.',
    secret: true,
  },
  STRIPE_WEBHOOK_SECRET: {
    schema: stripeWebhookSecrets,
    fallback: null,
    allowed: 'the signing secret of the webhook, whsec_...; while it is exchanged two of them, separated by a comma',
    about: 'Proves that a call to /platform/v1/webhooks/stripe is from Stripe.',
    secret: true,
  },
  STRIPE_API_URL: {
    schema: stripeApi,
    fallback: 'https://api.stripe.com',
    allowed: 'https://api.stripe.com, or an http address of this machine',
    about: 'Where Stripe answers; another address is for tests.',
  },
  TRUST_PROXY: {
    schema: list,
    fallback: '',
    allowed: 'addresses or networks, separated by commas, such as 10.0.0.0/8, ::1',
    about: 'Proxies whose X-Forwarded-Proto and X-Forwarded-For are believed.',
  },
  CORS_ORIGINS: {
    schema: origins,
    fallback: '',
    allowed: 'http or https addresses without path, separated by commas, such as https://app.example.com',
    about: 'Origins whose pages may call the API from a browser. None by default: a key in a page is public.',
  },
  TLS_CERT_FILE: {
    schema: z.string().min(1),
    fallback: null,
    allowed: 'a file in PEM, the certificate first and its chain after it; only together with TLS_KEY_FILE',
    about: 'Certificate of the API, which then speaks only HTTPS.',
  },
  TLS_KEY_FILE: {
    schema: z.string().min(1),
    fallback: null,
    allowed: 'a file in PEM without a passphrase; only together with TLS_CERT_FILE',
    about: 'Private key of the certificate.',
  },
  LOG_LEVEL: {
    schema: choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    fallback: 'info',
    allowed: 'fatal, error, warn, info, debug, trace, silent',
    about: 'Lowest level that is logged. info has a line for every call.',
  },
} satisfies Readonly<Record<string, Variable>>;
