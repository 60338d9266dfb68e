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
import { EARLY_DEFAULTS, LEAST_PLUGIN_MEMORY_MB } from './early-settings.ts';

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

/** The secret key is sent to this address: a typing mistake must not disclose it. */
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

/** Every variable the gateway reads. A test compares docs/configuration.md with this table. */
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
    about: 'Address the API listens on. Calls from other machines must use HTTPS.',
  },
  ADMIN_HOST: {
    schema: z.string().min(1),
    fallback: '127.0.0.1',
    allowed: 'an address of this machine, or 0.0.0.0 for all',
    about: 'Address of /metrics. It requires no key: keep it inside your network.',
  },
  ADMIN_PORT: {
    schema: portOrOff,
    fallback: '9464',
    allowed: 'a whole number from 0 to 65535 (0 takes any free port), or off',
    about: 'Port of /metrics, /healthz and /readyz.',
  },
  ADMIN_HOSTS: {
    schema: hostNames,
    fallback: '',
    allowed: 'host names without a port, separated by commas',
    about:
      'Host names accepted at ADMIN_PORT besides IP addresses and localhost, such as the name that Prometheus calls. Any other gets 421, which keeps web pages out.',
  },
  BASE_URL: {
    schema: httpUrl,
    fallback: null,
    allowed: 'an http or https address without query, such as https://api.example.com',
    about:
      'Public address, used in links, problem types and the OpenAPI document. Default: http://127.0.0.1:PORT, or https with a certificate.',
  },
  DATA_DIR: {
    schema: z.string().min(1),
    fallback: EARLY_DEFAULTS.DATA_DIR,
    allowed: 'a folder that the gateway can write to',
    about:
      'Folder of the embedded stores and, with Redis, of the outage journals. It must outlive the process. Only one gateway may use it at a time.',
  },
  DURABILITY: {
    schema: choice(['process', 'power']),
    fallback: 'process',
    allowed: 'process or power',
    about:
      'What a counted call survives before it is answered. process: the end of the process, and a loss of power after 0.1 seconds at most. power: both, but every answer waits for the disk.',
  },
  DATABASE_URL: {
    schema: postgresUrl,
    fallback: null,
    allowed: 'a postgres:// address; only together with REDIS_URL',
    about: 'PostgreSQL for the records, instead of a file in DATA_DIR.',
    secret: true,
  },
  REDIS_URL: {
    schema: redisNodes,
    fallback: null,
    allowed: 'a redis:// or rediss:// address; for a cluster, several nodes separated by commas',
    about: 'Redis for the counters, instead of a file in DATA_DIR.',
    secret: true,
  },
  STALE_KEYS: {
    schema: wholeNumber(0, 3_600),
    fallback: '60',
    allowed: 'a whole number from 0 to 3600',
    about:
      'Seconds for which known keys work while neither the records nor Redis answer, because revoked keys cannot be told apart. After that every key gets 503. 0: within a second.',
  },
  USAGE_RETENTION_MONTHS: {
    schema: wholeNumber(13, 120),
    fallback: '25',
    allowed: 'a whole number from 13 to 120',
    about: 'Whole months of daily usage to keep, besides the current one. Ledger and statements are always kept.',
  },
  AUDIT_RETENTION_MONTHS: {
    schema: wholeNumber(1, 120),
    fallback: '24',
    allowed: 'a whole number from 1 to 120',
    about: 'Whole months of the audit log to keep, besides the current one.',
  },
  WORKERS: {
    schema: workers,
    fallback: EARLY_DEFAULTS.WORKERS,
    allowed: 'a whole number from 1 to 128, or auto for one per core; more than 1 only with DATABASE_URL and REDIS_URL',
    about: 'Processes that answer calls.',
  },
  PLANS_FILE: {
    formerly: 'PLANS',
    schema: z.string().min(1),
    fallback: null,
    allowed: 'a JSON file',
    about: 'Plans to add or change, by name. Reloaded when the file changes.',
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
    about: 'Deprecated plugins and routes; their answers carry deprecation headers.',
  },
  LEAK_REPORTERS_FILE: {
    formerly: 'LEAK_REPORTERS',
    schema: z.string().min(1),
    fallback: null,
    allowed: 'a JSON file of public keys, in the format that GitHub publishes for secret scanning',
    about: 'Parties that may report leaked API keys, which are then revoked. Default: none.',
  },
  PLUGINS: {
    schema: list,
    fallback: EARLY_DEFAULTS.PLUGINS,
    allowed: 'folders or npm packages, separated by commas',
    about: 'Plugins to load besides the built-in ones.',
  },
  CLINICAL: {
    schema: choice(['on', 'off']),
    fallback: 'off',
    allowed: 'on, off',
    about:
      'on also offers the clinical calculators. In some countries such software is regulated: see docs/clinical.md.',
  },
  PLUGINS_STRICT: {
    schema: choice(['on', 'off']),
    fallback: 'off',
    allowed: 'on, off',
    about: 'on refuses to start if any plugin is refused; by default the others start.',
  },
  PLUGINS_DIR: {
    schema: z.string().min(1),
    fallback: null,
    allowed: 'a folder',
    about: 'Folder in which npm packages of PLUGINS are installed. Default: plugins in DATA_DIR.',
  },
  INLINE_PLUGINS: {
    schema: list,
    fallback: '',
    allowed: 'names of plugins, separated by commas',
    about: 'Plugins of PLUGINS that run in the thread of the gateway. The others run in a thread of their own each.',
  },
  PLUGIN_TIMEOUT_MS: {
    schema: wholeNumber(10, 60_000),
    fallback: '1000',
    allowed: 'a whole number from 10 to 60000',
    about: 'Longest time that a calculator may take in the thread of its plugin.',
  },
  PLUGIN_MEMORY_MB: {
    schema: wholeNumber(LEAST_PLUGIN_MEMORY_MB, 65_536),
    fallback: EARLY_DEFAULTS.PLUGIN_MEMORY_MB,
    allowed: 'a whole number from 32 to 65536',
    about: 'Largest heap of the thread of a plugin; buffers are not part of it.',
  },
  WATCH: {
    schema: choice(['on', 'off']),
    fallback: 'off',
    allowed: 'on, off',
    about: 'on reloads the plugins of PLUGINS when their files change. For development, with one process.',
  },
  POLICIES_FILE: {
    schema: z.string().min(1),
    fallback: null,
    allowed: 'a JSON file, see docs/plugins.md',
    about: 'Policies that requests pass, with their configuration.',
  },
  CALCULATORS_URL: {
    schema: origins,
    fallback: '',
    allowed: 'http or https addresses without path, separated by commas; only together with SERVICE_SECRET',
    about: 'Instances of the service that runs the built-in plugins in place of this process.',
  },
  SERVICE_SECRET: {
    schema: serviceSecrets,
    fallback: null,
    allowed: SERVICE_SECRETS_ALLOWED,
    about:
      'Secret that signs calls to services; with two, the first one signs. Without it, plugins that run in a service are refused.',
    secret: true,
  },
  PLATFORM: {
    schema: choice(['on', 'off']),
    fallback: 'on',
    allowed: 'on, off',
    about: 'off disables /platform/v1 and sign-in; accounts and keys are then managed on the command line.',
  },
  PORTAL: {
    schema: choice(['on', 'off']),
    fallback: 'on',
    allowed: 'on, off',
    about: 'off for private installations: visitors get the sign-in at /, not the page that shows the calculators.',
  },
  SIGNUP: {
    schema: choice(['open', 'invite', 'closed']),
    fallback: 'invite',
    allowed: 'open, invite, closed',
    about: 'Who may create an account: anyone, only people invited by an admin, or no one.',
  },
  SMTP_URL: {
    schema: smtpUrl,
    fallback: null,
    allowed: 'an smtp:// or smtps:// address',
    about: 'Mail server. Without it, mails are written to the folder outbox in DATA_DIR.',
    secret: true,
  },
  MAIL_FROM: {
    schema: mailAddress,
    fallback: null,
    allowed: 'an address such as Vitalgate <no-reply@example.com>',
    about: 'Sender of mails. Default: no-reply at the host of BASE_URL.',
  },
  MAILS_PER_DAY: {
    schema: wholeNumber(1, 1_000_000),
    fallback: '50',
    allowed: 'a whole number from 1 to 1000000',
    about:
      'Most mails per account and UTC day to addresses the account names: invitations, and links to a new address.',
  },
  PAYMENTS: {
    schema: choice(['manual', 'stripe']),
    fallback: null,
    allowed: 'manual, stripe; stripe only together with STRIPE_SECRET_KEY',
    about: 'How credits are bought. Default: stripe if its secrets are set, else manual.',
  },
  MANUAL_TOP_UPS: {
    schema: choice(['confirm', 'at-once']),
    fallback: 'confirm',
    allowed: 'confirm, at-once; at-once not together with SIGNUP=open',
    about: 'Whether manual top-ups must be confirmed on the command line first.',
  },
  STRIPE_SECRET_KEY: {
    schema: stripeKey,
    fallback: null,
    allowed: 'a secret or restricted Stripe key; only together with STRIPE_WEBHOOK_SECRET',
    about: 'Enables payment of credits through Stripe.',
    secret: true,
  },
  STRIPE_WEBHOOK_SECRET: {
    schema: stripeWebhookSecrets,
    fallback: null,
    allowed: 'the signing secret of the webhook, whsec_...; two of them, separated by a comma, during rotation',
    about: 'Verifies that requests to /platform/v1/webhooks/stripe come from Stripe.',
    secret: true,
  },
  STRIPE_API_URL: {
    schema: stripeApi,
    fallback: 'https://api.stripe.com',
    allowed: 'https://api.stripe.com, or an http address of this machine',
    about: 'Address of the Stripe API. Change it for tests only.',
  },
  TRUST_PROXY: {
    schema: list,
    fallback: '',
    allowed: 'addresses or networks, separated by commas, such as 10.0.0.0/8, ::1',
    about: 'Proxies whose X-Forwarded-Proto and X-Forwarded-For headers are trusted.',
  },
  CORS_ORIGINS: {
    schema: origins,
    fallback: '',
    allowed: 'http or https addresses without path, separated by commas, such as https://app.example.com',
    about:
      'Origins whose pages may call the API from a browser. Default: none, because a key in a page is visible to everyone.',
  },
  EMBED_ORIGINS: {
    schema: origins,
    fallback: '',
    allowed: 'http or https addresses without path, separated by commas, such as https://www.example.com',
    about: 'Origins whose pages may show calculators with embed.js, without a key. Default: none.',
  },
  TLS_CERT_FILE: {
    schema: z.string().min(1),
    fallback: null,
    allowed: 'a PEM file with the certificate first, followed by its chain; only together with TLS_KEY_FILE',
    about: 'Certificate of the API, which is then served over HTTPS only.',
  },
  TLS_KEY_FILE: {
    schema: z.string().min(1),
    fallback: null,
    allowed: 'a PEM file without a passphrase; only together with TLS_CERT_FILE',
    about: 'Private key of the certificate.',
  },
  LOG_LEVEL: {
    schema: choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    fallback: 'info',
    allowed: 'fatal, error, warn, info, debug, trace, silent',
    about: 'Lowest level that is logged. info logs every call.',
  },
} satisfies Readonly<Record<string, Variable>>;
