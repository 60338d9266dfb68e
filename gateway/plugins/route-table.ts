import { type Endpoint, hostPlugin, nearest, type Plugin, type PluginChannel } from '../../plugins/sdk/index.ts';
import { listEndpoint } from './list-endpoint.ts';

/** Where one exact path leads. */
export interface Route {
  readonly path: string;
  readonly plugin: string;
  readonly channels: readonly PluginChannel[];
  readonly endpoint: Endpoint;
}

/** All routes of the loaded plugins. Immutable: a reload builds a new one. */
export interface RouteTable {
  readonly plugins: readonly Plugin[];
  find(path: string): Route | undefined;
  /** Paths under a mount that are close to a path nobody answers, best first. */
  nearest(path: string): string[];
}

/** Paths that two plugins claim, each as a sentence; none if the plugins go together. */
export function conflicts(plugins: readonly Plugin[], candidate: Plugin): string[] {
  const taken = new Map(plugins.flatMap((plugin) => paths(plugin).map((path) => [path, plugin.name] as const)));
  const names = plugins.some(({ name }) => name === candidate.name) ? [`name: ${candidate.name} is taken`] : [];
  return [
    ...names,
    ...paths(candidate).flatMap((path) => {
      const owner = taken.get(path);
      return owner ? [`calculators: ${path} belongs to the plugin ${owner}`] : [];
    }),
  ];
}

function paths({ mount, calculators }: Plugin): string[] {
  return calculators.flatMap(({ name, aliases }) => [name, ...aliases].map((segment) => `${mount}/${segment}`));
}

/** Builds the table of plugins that were found good. */
export function buildRouteTable(plugins: readonly Plugin[], baseUrl: string): RouteTable {
  const routes = new Map<string, Route>();
  for (const plugin of plugins) {
    for (const endpoint of hostPlugin(plugin, baseUrl)) {
      const path = plugin.mount + endpoint.path;
      routes.set(path, { path, plugin: plugin.name, channels: plugin.channels, endpoint });
    }
  }
  for (const mount of new Set(plugins.map((plugin) => plugin.mount))) {
    const channels = plugins.find((plugin) => plugin.mount === mount)?.channels ?? [];
    routes.set(mount, { path: mount, plugin: 'gateway', channels, endpoint: listEndpoint(mount, plugins, baseUrl) });
  }
  return {
    plugins,
    find: (path) => routes.get(path),
    nearest(path) {
      const slash = path.lastIndexOf('/');
      const mount = path.slice(0, slash + 1);
      const segments = [...routes.keys()]
        .filter((known) => known.startsWith(mount))
        .map((known) => known.slice(mount.length));
      return nearest(path.slice(slash + 1), segments, 3);
    },
  };
}
