import { inProcess } from '../../../plugins/sdk/conformance/calls/in-process.ts';
import { overHttp } from '../../../plugins/sdk/conformance/calls/over-http.ts';
import { type CheckResult, checkCalculators, checkService } from '../../../plugins/sdk/conformance/check-plugin.ts';
import { reportLines } from '../../../plugins/sdk/conformance/report.ts';
import { undocumented } from '../../../plugins/sdk/conformance/undocumented.ts';
import type { Plugin } from '../../../plugins/sdk/index.ts';
import { loadPlugins } from '../../../plugins/sdk/loading/load.ts';
import { rehearseApart } from '../../../plugins/sdk/loading/rehearse-apart.ts';
import { addressOf, namedPlugins } from '../../../plugins/sdk/loading/sources.ts';
import { type Config, ConfigurationError } from '../../configuration/config.ts';
import { declaredParts } from './declared-parts.ts';
import { printRefused } from './list-plugins.ts';

/**
 * Runs the conformance suite and prints each failure and how to fix it.
 *
 * @param named plugins to check, and URLs of services to check them at
 * @returns whether every check passes
 * @throws ConfigurationError if a service must be called and no secret is set
 */
export async function checkPlugins(config: Config, named: readonly string[]): Promise<boolean> {
  const urls = named.filter(isUrl);
  const sources = named.filter((one) => !isUrl(one));
  const { plugins, builtIn, mounts, refused } = await loadNamed(config, sources);
  const { own, mistakes } = await declaredParts(config, [...config.PLUGINS, ...sources], mounts);
  printRefused(refused);
  for (const mistake of mistakes) console.error(`refused: ${mistake}`);
  for (const line of own) console.log(`ok    ${line}`);
  let good = refused.length === 0 && mistakes.length === 0;
  for (const plugin of plugins) {
    const places = urls.length > 0 ? urls : (plugin.service?.urls ?? [null]);
    for (const place of places) {
      console.log(`${plugin.name} ${place === null ? 'in this process' : `at ${place}`}`);
      const results = place === null ? await checkHere(plugin, config) : await checkThere(plugin, place, config);
      for (const line of reportLines(results)) console.log(line);
      if (!builtIn.has(plugin.name)) for (const line of undocumented(plugin)) console.log(line);
      if (results.some(({ failures }) => failures.length > 0)) good = false;
    }
  }
  return good;
}

const isUrl = (text: string) => /^https?:\/\//.test(text);

/**
 * Loads the named plugins beside those of this installation, so that names and paths that are taken show. Without names,
 * all of the installation are asked for.
 */
async function loadNamed(config: Config, named: readonly string[]) {
  const { plugins, builtIn, sources, refused } = await loadPlugins([...namedPlugins(config), ...named], (address) =>
    rehearseApart(address, config.PLUGIN_MEMORY_MB),
  );
  const mounts = plugins.map(({ mount }) => mount);
  if (named.length === 0) return { plugins, builtIn, mounts, refused };
  const asked = new Set(named.map(addressOf));
  const isAsked = (source: string | undefined) => source !== undefined && asked.has(addressOf(source));
  return {
    builtIn,
    mounts,
    plugins: plugins.filter(({ name }) => isAsked(sources.get(name))),
    refused: refused.filter(({ source }) => isAsked(source)),
  };
}

function checkHere(plugin: Plugin, { BASE_URL }: Config): Promise<CheckResult[]> {
  return checkCalculators(plugin, inProcess(plugin, BASE_URL ?? 'http://127.0.0.1:8080'));
}

async function checkThere(plugin: Plugin, url: string, { SERVICE_SECRET }: Config): Promise<CheckResult[]> {
  const secret = SERVICE_SECRET?.[0]?.reveal();
  if (secret === undefined) {
    throw new ConfigurationError(['SERVICE_SECRET: not set; allowed: the secret of the service']);
  }
  const service = overHttp({ url, plugin: plugin.name, secret });
  try {
    return await checkService(plugin, service);
  } finally {
    service.close();
  }
}
