import {
  type CalculatorEndpoint,
  type CheckedInputs,
  checkedInputs,
  describeEndpoints,
  type Endpoint,
  type EndpointDescription,
  hostPlugin,
  nearest,
  PICTURE,
  type Plugin,
  type PluginChannel,
  type ProblemTemplate,
} from '../../../plugins/sdk/index.ts';
import { deprecationHeaders, deprecationOf } from '../deprecation/deprecation-headers.ts';
import type { Deprecation } from '../deprecation/deprecations-file.ts';
import { BATCH_ENDPOINT, BATCH_PATH } from './batch-endpoint.ts';
import { countedNames } from './calculator-names.ts';
import type { Forwarding } from './forwarding.ts';
import { listEndpoint } from './list-endpoint.ts';
import { MCP_ENDPOINT, MCP_PATH } from './mcp-endpoint.ts';
import type { ProxiedUpstream } from './proxied-upstream.ts';

/** The endpoint at one exact path. */
export interface Route {
  readonly path: string;
  readonly plugin: string;
  readonly channels: readonly PluginChannel[];
  /** Its `calculator` is the counted name: `acme/fat-mass` for a plugin that is not built in. */
  readonly endpoint: EndpointDescription;
  /** The unqualified name in plans and keys of earlier versions; `null` if a built-in calculator has it. */
  readonly formerName: string | null;
  /** Answers in this process; `null` if a service answers. */
  readonly respond: Endpoint['respond'] | null;
  /** Answers one calculation of a list in this process; `null` unless the route is a calculator of this process. */
  readonly respondToInput: CalculatorEndpoint['respondToInput'] | null;
  /** Checks the inputs for a service that gets only valid ones; `null` if the route has no such service. */
  readonly checked: CheckedInputs | null;
  /** Forwards calls to the service; `null` if this process answers. */
  readonly forwarding: Forwarding | null;
  /** Where requests below the path go; absent for a route of one path. */
  readonly upstream?: ProxiedUpstream;
  /** The format of error answers; `null` for problems of RFC 9457. */
  readonly problems: ProblemTemplate | null;
  /** Headers of a deprecated route, as alternating names and values; `null` if the route is not deprecated. */
  readonly notice: readonly string[] | null;
}

/** Whether a route leads to a calculator. The list, the batch and MCP do not, so no batch may name them. */
export function isCalculator({ respondToInput, forwarding }: Route): boolean {
  return respondToInput !== null || forwarding !== null;
}

/** All routes of the loaded plugins. Immutable: a reload builds a new one. */
export interface RouteTable {
  readonly plugins: readonly Plugin[];
  find(path: string): Route | undefined;
  /** The segments under the same mount that are most similar to the last segment of an unknown path, best first. */
  nearest(path: string): string[];
  /** The mount that contains a path; `null` if no mount does. */
  mountOf(path: string): Mount | null;
}

/** A path under which plugins answer. */
export interface Mount {
  readonly path: string;
  /** Channels of all plugins of the mount. */
  readonly channels: readonly PluginChannel[];
  /** The format of error answers under the mount; `null` for problems of RFC 9457. */
  readonly problems: ProblemTemplate | null;
}

const ELSEWHERE = { respond: null, respondToInput: null, checked: null };

/** Endpoints of the gateway itself. They are not calculators. */
const OURS = { ...ELSEWHERE, plugin: 'gateway', formerName: null, forwarding: null, notice: null, problems: null };

/**
 * Builds the table of the accepted plugins.
 *
 * @param open opens the forwarding of a plugin to its service; returns `null` for a plugin without a service
 * @param deprecations deprecated plugins and routes
 */
export function buildRouteTable(
  plugins: readonly Plugin[],
  baseUrl: string,
  open: (plugin: Plugin) => Forwarding | null = () => null,
  deprecations: readonly Deprecation[] = [],
): RouteTable {
  const routes = new Map<string, Route>();
  const namesOf = countedNames(plugins);
  for (const plugin of plugins) {
    const { mount, name, channels, problems = null } = plugin;
    const forwarding = open(plugin);
    const add = (endpoint: EndpointDescription, { respond, respondToInput = null, checked = null }: Answering) => {
      const path = mount + endpoint.path;
      const { name: calculator, formerName } = namesOf(plugin, endpoint.calculator);
      const deprecation = deprecationOf(deprecations, { path, plugin: name });
      const notice = deprecation ? deprecationHeaders(deprecation, baseUrl) : null;
      routes.set(path, {
        path,
        plugin: name,
        channels,
        endpoint: { ...endpoint, calculator },
        formerName,
        respond,
        respondToInput,
        checked,
        forwarding,
        notice,
        problems,
      });
    };
    if (forwarding) {
      for (const endpoint of describeEndpoints(plugin)) {
        add(endpoint, { ...ELSEWHERE, checked: checkedAt(plugin, endpoint, baseUrl) });
      }
    } else for (const endpoint of hostPlugin(plugin, baseUrl)) add(endpoint, endpoint);
  }
  const mounts = mountsOf(plugins);
  for (const { path: mount, channels, problems } of mounts) {
    // The list follows the contract of v1. A mount with its own error format follows another contract and has no list.
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
        // A picture has the name of its calculator, which is suggested instead.
        .filter((known) => known.startsWith(mount) && !known.endsWith(PICTURE))
        .map((known) => known.slice(mount.length));
      return nearest(path.slice(slash + 1), segments, 3);
    },
    mountOf: (path) => mounts.find((mount) => path === mount.path || path.startsWith(`${mount.path}/`)) ?? null,
  };
}

/** How an endpoint of this process answers. Only calculators of the kit have `respondToInput`. */
type Answering = Pick<Route, 'respond'> & Partial<Pick<Route, 'respondToInput' | 'checked'>>;

function checkedAt({ service, endpoints }: Plugin, { path, calculator }: EndpointDescription, baseUrl: string) {
  const manifest = service?.inputs === 'checked' ? endpoints.find(({ name }) => name === calculator) : undefined;
  return manifest === undefined ? null : checkedInputs(manifest, path.slice(1), baseUrl);
}

/** The mounts of the plugins, longest first, because one mount may contain another. */
function mountsOf(plugins: readonly Plugin[]): Mount[] {
  const paths = [...new Set(plugins.map(({ mount }) => mount))].toSorted((a, b) => b.length - a.length);
  return paths.map((path) => {
    const here = plugins.filter(({ mount }) => mount === path);
    const problems = here.find((plugin) => plugin.problems)?.problems ?? null;
    return { path, channels: [...new Set(here.flatMap(({ channels }) => channels))], problems };
  });
}
