import {
  type CalculatorEndpoint,
  describeEndpoints,
  type Endpoint,
  type EndpointDescription,
  hostPlugin,
  nearest,
  type Plugin,
  type PluginChannel,
  type ProblemTemplate,
} from '../../../plugins/sdk/index.ts';
import { deprecationHeaders, deprecationOf } from '../deprecation/deprecation-headers.ts';
import type { Deprecation } from '../deprecation/deprecations-file.ts';
import { BATCH_ENDPOINT, BATCH_PATH } from './batch-endpoint.ts';
import type { Forwarding } from './forwarding.ts';
import { listEndpoint } from './list-endpoint.ts';
import { MCP_ENDPOINT, MCP_PATH } from './mcp-endpoint.ts';

/** Where one exact path leads. */
export interface Route {
  readonly path: string;
  readonly plugin: string;
  readonly channels: readonly PluginChannel[];
  readonly endpoint: EndpointDescription;
  /** Answers in this process; `null` for an endpoint that is answered elsewhere. */
  readonly respond: Endpoint['respond'] | null;
  /** Answers one calculation of a batch in this process; `null` for what is no calculator of this process. */
  readonly respondToInput: CalculatorEndpoint['respondToInput'] | null;
  /** The way to where it is answered; `null` for an endpoint of this process. */
  readonly forwarding: Forwarding | null;
  /** How its errors look; `null`: as problems of RFC 9457. */
  readonly problems: ProblemTemplate | null;
  /** Headers of its answers that say it is on its way out, name and value in turn; `null` while it is not. */
  readonly notice: readonly string[] | null;
}

/** Whether a route leads to a calculator. The list, the batch and MCP are none, and no batch may name them. */
export function isCalculator({ respondToInput, forwarding }: Route): boolean {
  return respondToInput !== null || forwarding !== null;
}

/** All routes of the loaded plugins. Immutable: a reload builds a new one. */
export interface RouteTable {
  readonly plugins: readonly Plugin[];
  find(path: string): Route | undefined;
  /** Paths under a mount that are close to a path nobody answers, best first. */
  nearest(path: string): string[];
  /** The mount that a path lies below, `null` for a path below none. */
  mountOf(path: string): Mount | null;
}

/** Where plugins are found. */
export interface Mount {
  readonly path: string;
  /** Channels of the plugins there, all together. */
  readonly channels: readonly PluginChannel[];
  /** How errors look below it; `null`: as problems of RFC 9457. */
  readonly problems: ProblemTemplate | null;
}

const ELSEWHERE = { respond: null, respondToInput: null };

/** What the gateway answers itself, which is no calculator. */
const OURS = { ...ELSEWHERE, plugin: 'gateway', forwarding: null, notice: null, problems: null };

/**
 * Builds the table of plugins that were found good.
 *
 * @param open opens the way to the service of a plugin that has one
 * @param deprecations what is on its way out
 */
export function buildRouteTable(
  plugins: readonly Plugin[],
  baseUrl: string,
  open: (plugin: Plugin) => Forwarding | null = () => null,
  deprecations: readonly Deprecation[] = [],
): RouteTable {
  const routes = new Map<string, Route>();
  for (const plugin of plugins) {
    const { mount, name, channels, problems = null } = plugin;
    const forwarding = open(plugin);
    const add = (endpoint: EndpointDescription, { respond, respondToInput = null }: Answering) => {
      const path = mount + endpoint.path;
      const deprecation = deprecationOf(deprecations, { path, plugin: name });
      const notice = deprecation ? deprecationHeaders(deprecation, baseUrl) : null;
      routes.set(path, {
        path,
        plugin: name,
        channels,
        endpoint,
        respond,
        respondToInput,
        forwarding,
        notice,
        problems,
      });
    };
    if (forwarding) for (const endpoint of describeEndpoints(plugin)) add(endpoint, ELSEWHERE);
    else for (const endpoint of hostPlugin(plugin, baseUrl)) add(endpoint, endpoint);
  }
  const mounts = mountsOf(plugins);
  for (const { path: mount, channels, problems } of mounts) {
    // The list speaks the v1 contract, languages and all: it is not for a plugin with a contract of its own.
    if (problems) continue;
    const endpoint = listEndpoint(mount, plugins, baseUrl);
    const { respond } = endpoint;
    routes.set(mount, { ...OURS, path: mount, channels, endpoint, respond });
  }
  routes.set(BATCH_PATH, { ...OURS, path: BATCH_PATH, channels: ['direct'], endpoint: BATCH_ENDPOINT });
  routes.set(MCP_PATH, { ...OURS, path: MCP_PATH, channels: ['direct'], endpoint: MCP_ENDPOINT });
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
    mountOf: (path) => mounts.find((mount) => path === mount.path || path.startsWith(`${mount.path}/`)) ?? null,
  };
}

/** How an endpoint of this process answers; one that is no calculator of the kit has no `respondToInput`. */
type Answering = Pick<Route, 'respond'> & Partial<Pick<Route, 'respondToInput'>>;

/** The mounts of some plugins, the longest first: one may lie below another. */
function mountsOf(plugins: readonly Plugin[]): Mount[] {
  const paths = [...new Set(plugins.map(({ mount }) => mount))].toSorted((a, b) => b.length - a.length);
  return paths.map((path) => {
    const here = plugins.filter(({ mount }) => mount === path);
    const problems = here.find((plugin) => plugin.problems)?.problems ?? null;
    return { path, channels: [...new Set(here.flatMap(({ channels }) => channels))], problems };
  });
}
