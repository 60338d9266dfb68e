import {
  ConfigurationError,
  type Environment,
  readEnvironment,
  renamedVariables,
  type Values,
} from '../../plugins/sdk/environment/read-environment.ts';
import { installedPlugin } from '../../plugins/sdk/loading/packages.ts';
import { pluginsDir } from './early-settings.ts';
import { VARIABLES } from './variables.ts';

export { ConfigurationError, environmentWithFile } from '../../plugins/sdk/environment/read-environment.ts';

/** The configuration of one process, read once and frozen. */
export type Config = Values<typeof VARIABLES>;

/**
 * Reads the configuration. An empty variable counts as not set. In `PLUGINS`, a package of `PLUGINS_DIR` is the folder
 * in which it is installed.
 *
 * @throws ConfigurationError with all mistakes at once; its message contains no secrets
 */
export function readConfig(environment: Environment): Config {
  const config = readEnvironment(VARIABLES, environment);
  const contradictions = [...storesTooFew(config), ...halfGiven(config), ...creditsForNothing(config)];
  if (contradictions.length > 0) throw new ConfigurationError(contradictions);
  return Object.freeze({
    ...config,
    PLUGINS: config.PLUGINS.map((named) => installedPlugin(named, pluginsDir(config))),
  });
}

/** Warnings for the operator about variables still set by their earlier names. */
export function earlierNames(environment: Environment): string[] {
  return renamedVariables(VARIABLES, environment);
}

/**
 * Several processes need shared stores. Shared records with counters in local files would give each machine its own
 * quota, so PostgreSQL alone is refused. Redis alone serves one gateway.
 */
function storesTooFew({ DATABASE_URL, REDIS_URL, WORKERS }: Config): string[] {
  const missing = Object.entries({ DATABASE_URL, REDIS_URL }).flatMap(([name, url]) => (url === null ? [name] : []));
  return [
    ...(DATABASE_URL !== null && REDIS_URL === null
      ? ['DATABASE_URL: set without REDIS_URL; allowed: both of them, or REDIS_URL alone']
      : []),
    ...(WORKERS > 1 && missing.length > 0
      ? [`WORKERS: got ${WORKERS} without ${missing.join(' and ')}; allowed: 1, or DATABASE_URL and REDIS_URL set`]
      : []),
  ];
}

/** Settings that need another one. */
function halfGiven({ TLS_CERT_FILE, TLS_KEY_FILE, CALCULATORS_URL, SERVICE_SECRET, ...config }: Config): string[] {
  const needs = (name: string, isSet: boolean, other: string, otherIsSet: boolean) =>
    isSet && !otherIsSet ? [`${name}: set without ${other}; allowed: together with ${other}`] : [];
  const [payments, webhook] = [config.STRIPE_SECRET_KEY !== null, config.STRIPE_WEBHOOK_SECRET !== null];
  const [cert, key] = [TLS_CERT_FILE !== null, TLS_KEY_FILE !== null];
  return [
    ...needs('TLS_CERT_FILE', cert, 'TLS_KEY_FILE', key),
    ...needs('TLS_KEY_FILE', key, 'TLS_CERT_FILE', cert),
    ...needs('CALCULATORS_URL', CALCULATORS_URL.length > 0, 'SERVICE_SECRET', SERVICE_SECRET !== null),
    // Credits that are paid but never entered, or entered but never paid: neither half works alone.
    ...needs('STRIPE_SECRET_KEY', payments, 'STRIPE_WEBHOOK_SECRET', webhook),
    ...needs('STRIPE_WEBHOOK_SECRET', webhook, 'STRIPE_SECRET_KEY', payments),
    ...needs('PAYMENTS', config.PAYMENTS === 'stripe', 'STRIPE_SECRET_KEY', payments),
  ];
}

/** A client that signs up by itself must not be able to grant itself credits. */
function creditsForNothing({ MANUAL_TOP_UPS, SIGNUP }: Config): string[] {
  return MANUAL_TOP_UPS === 'at-once' && SIGNUP === 'open'
    ? ['MANUAL_TOP_UPS: got "at-once" with SIGNUP=open; allowed: confirm']
    : [];
}
