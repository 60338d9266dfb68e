import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { Secret } from './secret.ts';

/** One environment variable: how it is read, what is allowed, and what it is for. */
export interface Variable<Value = unknown> {
  readonly schema: z.ZodType<Value, string>;
  /** Text taken where the variable is not set; `null`: there is none. */
  readonly fallback: string | null;
  /** What is allowed, in a few words. */
  readonly allowed: string;
  readonly about: string;
  /** The value holds a secret: it may also come from the file that `<NAME>_FILE` names, and is never printed. */
  readonly secret?: boolean;
}

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.int().min(min).max(max));

const choice = <const Words extends readonly [string, ...string[]]>(words: Words) => z.enum(words);

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

const httpUrl = z
  .string()
  .regex(/^https?:\/\/[^/?#@]+(\/[^?#]*)?$/)
  .refine(URL.canParse)
  .transform((text) => text.replace(/\/+$/, ''));

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
  BASE_URL: {
    schema: httpUrl,
    fallback: null,
    allowed: 'an http or https address without query, such as https://api.example.com',
    about: 'Public address, used in links, problem types and the OpenAPI document. Default: http://127.0.0.1:PORT.',
  },
  DATA_DIR: {
    schema: z.string().min(1),
    fallback: './data',
    allowed: 'a folder that the gateway may write',
    about: 'Where the embedded stores live. One gateway at a time.',
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
    allowed: 'a redis:// or rediss:// address; of a cluster several nodes, separated by commas',
    about: 'Redis for the counters, instead of the file in DATA_DIR.',
    secret: true,
  },
  WORKERS: {
    schema: workers,
    fallback: '1',
    allowed: 'a whole number from 1 to 128, or auto for one a core; above 1 only with DATABASE_URL and REDIS_URL',
    about: 'Processes that answer calls.',
  },
  PLANS: {
    schema: z.string().min(1),
    fallback: null,
    allowed: 'a JSON file',
    about: 'Plans to add or to change, by name. Read at start.',
  },
  PLUGINS: {
    schema: list,
    fallback: '',
    allowed: 'folders or npm packages, separated by commas',
    about: 'Plugins to load besides the built-in ones.',
  },
  TRUST_PROXY: {
    schema: list,
    fallback: '',
    allowed: 'addresses or networks, separated by commas, such as 10.0.0.0/8, ::1',
    about: 'Proxies whose X-Forwarded-Proto and X-Forwarded-For are believed.',
  },
  LOG_LEVEL: {
    schema: choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    fallback: 'info',
    allowed: 'fatal, error, warn, info, debug, trace, silent',
    about: 'Least level that is logged. info has a line for every call.',
  },
} satisfies Readonly<Record<string, Variable>>;
