import type { Plugin } from '../../../plugins/sdk/index.ts';
import type { LoadedPlugins, RefusedPlugin } from '../../../plugins/sdk/loading/load.ts';
import type { Config } from '../../configuration/config.ts';

/** The plugins that this gateway offers, and those that it refuses. */
export interface PlacedPlugins {
  readonly plugins: readonly Plugin[];
  readonly refused: readonly RefusedPlugin[];
}

/**
 * Decides where plugins run. Built-in plugins run at `CALCULATORS_URL` if it is set; the others run where their
 * manifest says. Without a secret that signs calls, a plugin with a service is refused: any program with access to the
 * service could call it for free and under any name.
 */
export function placePlugins(
  { plugins, builtIn, refused }: LoadedPlugins,
  { CALCULATORS_URL, SERVICE_SECRET }: Pick<Config, 'CALCULATORS_URL' | 'SERVICE_SECRET'>,
): PlacedPlugins {
  const placed = plugins.map((plugin) =>
    CALCULATORS_URL.length > 0 && builtIn.has(plugin.name) ? { ...plugin, service: { urls: CALCULATORS_URL } } : plugin,
  );
  const unsigned = SERVICE_SECRET === null ? placed.filter(({ service }) => service !== undefined) : [];
  return {
    plugins: placed.filter((plugin) => !unsigned.includes(plugin)),
    refused: [...refused, ...unsigned.map(({ name }) => ({ source: name, reasons: [UNSIGNED] }))],
  };
}

const UNSIGNED = 'service: SERVICE_SECRET is not set; the gateway needs it to sign calls of services';
