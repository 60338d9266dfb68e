import { createServer } from 'node:http';
import { ConfigurationError, type Environment, readEnvironment } from '../environment/read-environment.ts';
import { loadPlugins, type RefusedPlugin, requireAll } from '../loading/load.ts';
import { installedPlugin } from '../loading/packages.ts';
import { namedPlugins } from '../loading/sources.ts';
import { surviveStrayErrors } from '../loading/stray-errors.ts';
import type { Plugin } from '../plugin/define-plugin.ts';
import { isOwn } from '../plugin/own-endpoint.ts';
import { calculatorService } from './calculator-service.ts';
import { drain, listenOn, SERVER_LIMITS } from './http-server.ts';
import { boundPipelining } from './pipelining.ts';
import { SERVICE_VARIABLES } from './variables.ts';

/** How long running requests may take to finish after a stop. */
const DRAIN_MS = 10_000;

/** A listening calculator service. */
export interface RunningCalculators {
  readonly port: number;
  readonly host: string;
  readonly plugins: readonly Plugin[];
  /** Plugins that could not be loaded; the others are served. */
  readonly refused: readonly RefusedPlugin[];
  /** Stops accepting, finishes running requests, closes. */
  stop(): Promise<void>;
}

/**
 * Serves the calculators of the loaded plugins over HTTP, configured by the environment.
 *
 * @param onError gets an error of a calculator and the request, or of a plugin outside of any request
 * @throws ConfigurationError with every mistake in the environment, or the refused plugins if `PLUGINS_STRICT` is on
 */
export async function serveCalculators(
  environment: Environment,
  onError: (error: unknown, where: string) => void,
): Promise<RunningCalculators> {
  const config = readEnvironment(SERVICE_VARIABLES, environment);
  const { SERVICE_SECRET, SERVICE_UNSIGNED: unsigned, SERVICE_HOST: host, SERVICE_PLUGINS: wanted } = config;
  if (SERVICE_SECRET === null && unsigned === 'refuse') {
    throw new ConfigurationError([
      `SERVICE_SECRET: not set; allowed: ${SERVICE_VARIABLES.SERVICE_SECRET.allowed}; or SERVICE_UNSIGNED=answer`,
    ]);
  }
  const PLUGINS = config.PLUGINS.map((named) => installedPlugin(named, config.PLUGINS_DIR));
  const named = namedPlugins({ ...config, PLUGINS });
  const stopSurviving = surviveStrayErrors(named, (source, error) => onError(error, `the plugin ${source}`));
  const { plugins: loaded, refused } = await loadPlugins(named);
  if (config.PLUGINS_STRICT === 'on') requireAll(refused);
  const withCalculators = loaded.filter(
    ({ calculators, endpoints }) => calculators.length > 0 || endpoints.some(isOwn),
  );
  const plugins = wanted.length === 0 ? withCalculators : withCalculators.filter(({ name }) => wanted.includes(name));
  const absent = wanted.filter((name) => !plugins.some((plugin) => plugin.name === name));
  if (absent.length > 0) {
    const known = withCalculators.map(({ name }) => name).join(', ');
    throw new ConfigurationError(absent.map((name) => `SERVICE_PLUGINS: got ${name}; allowed: ${known}`));
  }

  let draining = false;
  const listener = calculatorService({
    plugins,
    baseUrl: config.BASE_URL,
    secrets: (SERVICE_SECRET ?? []).map((secret) => secret.reveal()),
    unsigned,
    draining: () => draining,
    onError,
  });
  const server = createServer(SERVER_LIMITS, boundPipelining(listener));
  const port = await listenOn(server, host, config.SERVICE_PORT);
  return {
    port,
    host,
    plugins,
    refused,
    async stop() {
      draining = true;
      await drain(server, DRAIN_MS);
      stopSurviving();
    },
  };
}
