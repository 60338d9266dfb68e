import type { RequestHandler } from 'express';
import type { Plugin, Upstream } from '../../../plugins/sdk/index.ts';
import { requireAll } from '../../../plugins/sdk/loading/load.ts';
import { endThreadAhead } from '../../calculation/isolation/thread-ahead.ts';
import type { Services } from '../../calculation/remote/services.ts';
import { degradedIf, type ReadinessCheck } from '../../operations/health.ts';
import type { WatchedService } from '../../operations/metrics.ts';
import type { Deprecation } from '../../request/deprecation/deprecations-file.ts';
import type { Forwarding } from '../../request/routes/forwarding.ts';
import { type ProxiedUpstream, withUpstreams } from '../../request/routes/proxied-upstream.ts';
import { buildRouteTable, type RouteTable } from '../../request/routes/route-table.ts';
import type { PublicPages } from '../../web/public-pages.ts';
import { type LoadSettings, loadGeneration, type PluginGeneration } from './plugin-generation.ts';

/** What a reload has done. */
export interface Reloaded {
  /** Name and version of the plugins that are offered now. */
  readonly plugins: readonly string[];
  /** Names of plugins that are refused and stay as they were. */
  readonly kept: readonly string[];
  readonly refused: PluginGeneration['refused'];
}

export interface OfferOptions {
  readonly settings: LoadSettings;
  readonly services: Services;
  /** Opens the forwarding of a plugin to its service; returns `null` for a plugin without one. */
  readonly forwarding: (plugin: Plugin) => Forwarding | null;
  readonly deprecations: readonly Deprecation[];
  /** Opens an upstream. */
  readonly upstream: (definition: Upstream) => ProxiedUpstream;
  /** The pages that show a generation. */
  readonly pagesOf: (generation: PluginGeneration) => PluginPages;
}

/** The public pages that depend on the plugins. */
type PluginPages = Pick<PublicPages, 'portal' | 'docs'>;

/**
 * Loads the plugins of a start, and logs those that are refused.
 *
 * @param required sources of plugins without which this process must not start
 * @throws ConfigurationError for such a plugin, or for any refused one if `PLUGINS_STRICT` is on
 */
export async function loadFirst(settings: LoadSettings, required: readonly string[]): Promise<PluginGeneration> {
  const generation = await loadGeneration(settings, null);
  endThreadAhead();
  const { refused } = generation;
  const isStrict = settings.config.PLUGINS_STRICT === 'on';
  requireAll(isStrict ? refused : refused.filter(({ source }) => required.includes(source)));
  logRefused(settings, generation);
  return generation;
}

/**
 * The plugins that a process offers now. A reload builds a whole generation beside them, with its threads and its route
 * table, and then takes its place in one step. Calls that have started finish in the threads that they started with.
 */
export class OfferedPlugins {
  readonly #options: OfferOptions;
  readonly routes: { current: RouteTable };
  #generation: PluginGeneration;
  #pages: PluginPages;
  /** Reloads run one after the other. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: OfferOptions, generation: PluginGeneration) {
    this.#options = options;
    this.#generation = generation;
    this.#pages = options.pagesOf(generation);
    this.routes = { current: this.#tableOf(generation) };
  }

  /** The portal and the documentation of the plugins that are offered now. */
  readonly portal: RequestHandler = (req, res, next) => this.#pages.portal(req, res, next);
  readonly docs: RequestHandler = (req, res, next) => this.#pages.docs(req, res, next);

  /** Threads, as the metrics read them. */
  get watched(): readonly WatchedService[] {
    return [...this.#generation.workers.values()];
  }

  /** The sources of the plugins, and the files of the upstreams, that are offered now. */
  get sources(): readonly string[] {
    const { sources, upstreams } = this.#generation;
    return [...sources.values(), ...upstreams.map(({ file }) => file)];
  }

  /** Number of plugins, and of files of upstreams, that the last load refused. */
  get refused(): number {
    return this.#generation.refused.length;
  }

  checks(): ReadinessCheck[] {
    const { workers, kept } = this.#generation;
    const names = new Set([...workers.keys(), ...kept]);
    return [...names].map((name) => ({
      name: `plugin:${name}`,
      health: () => {
        const health = workers.get(name)?.health() ?? { state: 'ok' };
        return health.state === 'ok' ? degradedIf(kept.has(name), 'refused') : health;
      },
    }));
  }

  /** Loads the plugins again. @throws Error if nothing could be changed */
  reload(): Promise<Reloaded> {
    const done = this.#last.then(() => this.#reload());
    const { logger } = this.#options.settings.log;
    this.#last = done.catch((error: unknown) =>
      logger.error({ err: error }, 'reload failed: the plugins stay as they were'),
    );
    return done;
  }

  async close(): Promise<void> {
    await this.#last;
    await Promise.all([...this.#generation.workers.values()].map((worker) => worker.close()));
  }

  async #reload(): Promise<Reloaded> {
    const { settings, services, pagesOf } = this.#options;
    const before = this.#generation;
    const next = await loadGeneration(settings, before);
    const table = services.renew(() => this.#tableOf(next));
    this.#generation = next;
    this.#pages = pagesOf(next);
    this.routes.current = table;
    for (const [name, worker] of before.workers) {
      const successor = next.workers.get(name) ?? null;
      if (successor !== worker) worker.retire(successor);
    }
    logRefused(settings, next);
    const kept = [...next.kept];
    const plugins = next.plugins.map(({ name, version }) => `${name} ${version}`);
    settings.log.logger.info({ plugins: plugins.length, kept, refused: next.refused.length }, 'plugins loaded again');
    return { plugins, kept, refused: next.refused };
  }

  #tableOf({ plugins, workers, upstreams }: PluginGeneration): RouteTable {
    const { settings, forwarding, deprecations, upstream: open } = this.#options;
    const respond = (plugin: Plugin) => workers.get(plugin.name) ?? forwarding(plugin);
    const table = buildRouteTable(plugins, settings.baseUrl(), respond, deprecations);
    return withUpstreams(
      table,
      upstreams.map(({ upstream }) => open(upstream)),
    );
  }
}

function logRefused({ log }: LoadSettings, { refused, kept }: PluginGeneration): void {
  for (const { source, reasons } of refused) log.logger.error({ plugin: source, reasons }, 'plugin refused');
  for (const name of kept) log.logger.warn({ plugin: name }, 'plugin stays as it was');
}
