import type { RequestListener } from 'node:http';
import type { Request, Response } from 'express';
import { loadPolicies } from '../../../plugins/sdk/loading/load-policies.ts';
import { namedPlugins } from '../../../plugins/sdk/loading/sources.ts';
import { surviveStrayErrors } from '../../../plugins/sdk/loading/stray-errors.ts';
import { keyHashes } from '../../accounts/keys/key-hash.ts';
import { plansOnOffer } from '../../accounts/plans/plans-on-offer.ts';
import { forwardingTo } from '../../calculation/remote/forwarding.ts';
import { Services } from '../../calculation/remote/services.ts';
import { upstreamsAt } from '../../calculation/upstream/open-upstream.ts';
import type { Config } from '../../configuration/config.ts';
import { admitConsumer } from '../../marketplace/consumers.ts';
import { Marketplaces } from '../../marketplace/marketplaces.ts';
import { readMarketplaces } from '../../marketplace/marketplaces-file.ts';
import { AdmissionWatch } from '../../operations/admission-watch.ts';
import { callLog } from '../../operations/call-log.ts';
import { CallMeter } from '../../operations/call-meter.ts';
import { ClockWatch } from '../../operations/clock-watch.ts';
import { createHealth, degradedIf, type PartHealth, type Readiness } from '../../operations/health.ts';
import type { GatewayLog } from '../../operations/logger.ts';
import { Metrics } from '../../operations/metrics.ts';
import type { ChangesFeed } from '../../records/changes/changes-feed.ts';
import { installationSecret } from '../../records/installation-secret.ts';
import type { Records } from '../../records/records.ts';
import { trustedProxies } from '../../request/call/trusted-proxies.ts';
import { readDeprecations } from '../../request/deprecation/deprecations-file.ts';
import { Idempotency } from '../../request/idempotency/idempotency.ts';
import { FailureThrottle } from '../../request/limits/failure-throttle.ts';
import { FairShare } from '../../request/limits/fair-share.ts';
import { LoopDelay } from '../../request/limits/loop-delay.ts';
import { inOrder } from '../../request/pipeline/in-order.ts';
import type { PipelineContext } from '../../request/pipeline/pipeline-context.ts';
import { readPolicies } from '../../request/policies/policies.ts';
import type { PrincipalCache } from '../../request/principal/principal-cache.ts';
import { createResponder } from '../../request/respond/respond.ts';
import type { Ownership } from '../../values/installation-start.ts';
import { dashboardPages } from '../../web/dashboard/pages.ts';
import { lazyDocs } from '../../web/docs/lazy.ts';
import { problemPages } from '../../web/frame/problem-page.ts';
import { lazyPlatform } from '../../web/lazy-platform.ts';
import { lazyPortal } from '../../web/portal/lazy.ts';
import type { PublicPages } from '../../web/public-pages.ts';
import { lazyReference } from '../../web/reference/lazy.ts';
import { openCertificate } from '../tls/certificate.ts';
import { type Clocks, MACHINE_CLOCKS } from './clocks.ts';
import type { Counters } from './counters.ts';
import { loadFirst, OfferedPlugins, type Reloaded } from './offered-plugins.ts';
import { listen } from './server.ts';
import { openStores } from './stores.ts';

/** How long running requests may take to finish after a stop request. */
const DRAIN_MS = 10_000;

/**
 * Delay after a stop request before responses say `Connection: close`. Callers then reconnect, and by that time no
 * worker of a stopping gateway may still appear to listen.
 */
const LISTENERS_CLOSE_MS = 100;

/** Why a process stops: the whole gateway stops, or another process replaces this one. */
export type Leaving = 'all' | 'replaced';

/** A process that answers calls. */
export interface ServingProcess {
  readonly port: number;
  readonly baseUrl: string;
  readonly metrics: Metrics;
  readiness(): Readiness;
  /** The sources of the plugins that were loaded at the start. */
  readonly sources: readonly string[];
  /** Loads the plugins again. @throws Error if nothing could be changed */
  reload(): Promise<Reloaded>;
  /**
   * Finishes running calls, writes the counts, and closes everything but the records. A replaced process reports ready
   * until the end, because the gateway as a whole is not stopping.
   */
  stop(leaving: Leaving): Promise<void>;
}

/** Builds the application that answers requests. The entry point passes it in, because it lies above this folder. */
export type CreateApp = (context: PipelineContext, pages: PublicPages) => RequestListener;

interface OpenInstallation {
  readonly records: Records;
  /** `null` in a worker: its primary owns the files, and its counters are in Redis. */
  readonly ownership: Ownership | null;
}

export interface ServeOptions {
  readonly config: Config;
  /** What the counts are kept in. Plugins load while it opens. */
  readonly installation: Promise<OpenInstallation>;
  readonly log: GatewayLog;
  readonly createApp: CreateApp;
  /** Default: those of this machine. */
  readonly clocks?: Clocks;
  /** Sources of plugins without which this process must not start: the process that it replaces has them. */
  readonly required?: readonly string[];
}

/**
 * Starts answering calls: opens the stores, loads the plugins, builds the application and listens. A broken plugin is
 * logged and skipped, unless `PLUGINS_STRICT` is on; any other failure prevents the start.
 *
 * @throws ConfigurationError for an unusable certificate, or a refused plugin
 */
export async function serve({
  config,
  installation,
  log,
  createApp,
  clocks = MACHINE_CLOCKS,
  required = [],
}: ServeOptions): Promise<ServingProcess> {
  const { logger } = log;
  const clock = clocks.wall;
  // It may fail before it is awaited.
  installation.catch(() => undefined);
  const certificate = await openCertificate(config, log);
  const deprecations = readDeprecations(config.DEPRECATIONS_FILE);
  const marketplaces = readMarketplaces(config.MARKETPLACES_FILE);
  const named = namedPlugins(config);
  const stopSurviving = surviveStrayErrors(named, (plugin, error) =>
    logger.error({ err: error, plugin }, 'error of a plugin outside of a call'),
  );
  const settings = { config, named, log, baseUrl: () => baseUrl };
  const [{ records, ownership }, firstPlugins] = await Promise.all([installation, loadFirst(settings, required)]);
  const policies = await readPolicies(config.POLICIES_FILE, () => loadPolicies(config.PLUGINS));
  const onError = (error: unknown, requestId?: string, plugin?: string) =>
    logger.error({ err: error, id: requestId, plugin }, 'error');
  const stores = await openStores({ config, records, ownership, clocks, log, onError });
  const { counters, keyUses, principals, changes, freshness, losses } = stores;

  const idempotency = new Idempotency(await installationSecret(records, 'idempotency'));
  await records.writeInThread();

  let draining = false;
  // Nothing below waits: the first request may come at once.
  const server = await listen((req, res) => app(req, res), config.HOST, config.PORT, {
    certificate,
    switches: ({ url = '' }) =>
      routes.current.find(url.split('?', 1)[0] ?? '')?.upstream?.definition.websocket === true,
  });
  const scheme = certificate === null ? 'http' : 'https';
  const baseUrl = config.BASE_URL ?? `${scheme}://127.0.0.1:${server.port}`;
  const services = new Services(log);
  const meter = new CallMeter();
  const admissionStats = new AdmissionWatch(clocks.monotonic);
  const clockWatch = new ClockWatch({ skew: () => counters.clock.skew(), log: logger });
  const loopDelay = new LoopDelay();
  loopDelay.start();
  const platform = config.PLATFORM === 'on';
  const plans = plansOnOffer(records, clocks.monotonic);
  const offered = new OfferedPlugins(
    {
      ...{ settings, services, deprecations },
      forwarding: forwardingTo(services, config, clock),
      upstream: upstreamsAt(services, config, clock),
      pagesOf: ({ plugins, sources, apart }) => {
        const shown = { plugins, sources, apart, baseUrl, platform, home: config.PORTAL === 'on' };
        return {
          portal: lazyPortal({
            ...shown,
            signUp: platform && config.SIGNUP === 'open',
            plans: platform ? plans : async () => [],
            embedOrigins: config.EMBED_ORIGINS,
            redis: counters.redis,
            away: () => counters.fallback,
          }),
          docs: inOrder<Request, Response>(lazyReference(shown), lazyDocs(shown)),
        };
      },
    },
    firstPlugins,
  );
  const { routes } = offered;
  const template = (path: string) => routes.current.mountOf(path)?.problems ?? null;
  const context: PipelineContext = {
    ...createResponder({
      ...{ baseUrl, meter, template, log: callLog(log, clock), draining: () => draining },
      page: problemPages({ baseUrl, signIn: platform, hasHome: platform || config.PORTAL === 'on' }),
    }),
    clock,
    baseUrl,
    trusts: trustedProxies(config.TRUST_PROXY),
    crossOrigins: new Set(config.CORS_ORIGINS),
    principals,
    keyHashOf: keyHashes(records.db),
    policies,
    marketplaces: new Marketplaces(marketplaces),
    admitConsumer: (presented) => admitConsumer(records, clock(), presented),
    routes,
    admission: counters.admission,
    idempotency,
    keyUses,
    throttle: new FailureThrottle({ redis: counters.redis, away: () => counters.fallback }),
    fairShare: new FairShare(),
    loopDelay,
    meter,
    admissionStats,
    onError,
  };
  const health = createHealth(
    [
      { name: 'records', health: () => recordsHealth(principals, changes) },
      { name: 'counters', health: () => countersHealth(admissionStats, counters) },
      { name: 'clock', health: () => clockWatch.health() },
      { name: 'feed', health: () => degradedIf(changes.behind, 'behind') },
      { name: 'usage', health: () => degradedIf(freshness.behind, 'behind') },
    ],
    () => [
      ...services.all.map((service) => ({ name: service.part, health: () => service.health() })),
      ...offered.checks(),
    ],
  );
  const app = createApp(context, {
    health: health.step,
    portal: offered.portal,
    docs: offered.docs,
    platform: lazyPlatform({
      config,
      context,
      records,
      redis: counters.redis,
      usageAsOf: () => freshness.asOf,
      unitsHeld: counters.held,
      warn: (facts, message) => logger.warn(facts, message),
    }),
    dashboard: dashboardPages({ config, log }),
  });

  const { readiness } = health;

  async function stop(leaving: Leaving): Promise<void> {
    if (leaving === 'all') health.startDraining();
    const callersLeave = setTimeout(() => {
      draining = true;
    }, LISTENERS_CLOSE_MS);
    await server.drain(DRAIN_MS);
    clearTimeout(callersLeave);
    certificate?.close();
    loopDelay.stop();
    clockWatch.stop();
    services.close();
    await offered.close();
    await stores.close();
    stopSurviving();
  }

  const metrics = new Metrics({
    ...{
      meter,
      admissionStats,
      readiness,
      services: () => [...services.all, ...offered.watched],
    },
    ...{ outages: counters.outages, leases: counters.leases, losses: () => losses.figures },
  });
  metrics.gauge({
    name: 'vitalgate_clock_skew_seconds',
    help: 'Seconds by which the clock of the machine is ahead of the clock of the counters.',
    read: () => counters.clock.skew() / 1_000,
    aggregator: 'average',
  });
  metrics.gauge({
    name: 'vitalgate_reconciliation_differences',
    help: 'Differences that the last nightly comparison of everything that counts calls has found.',
    read: () => stores.reconciliation.last.differences,
    aggregator: 'max',
  });
  metrics.gauge({
    name: 'vitalgate_reconciliation_age_seconds',
    help: 'Time since the last nightly comparison, or since the start if there was none.',
    read: () => Math.round((counters.clock.now() - stores.reconciliation.last.at) / 1_000),
    aggregator: 'min',
  });
  metrics.gauge({
    name: 'vitalgate_usage_age_seconds',
    help: 'Age of the oldest call that may be missing from usage and billing.',
    read: () => freshness.age / 1_000,
    aggregator: 'max',
  });
  metrics.gauge({
    name: 'vitalgate_refused_plugins',
    help: 'Plugins that the last start or reload refused.',
    read: () => offered.refused,
    aggregator: 'max',
  });
  return {
    port: server.port,
    baseUrl,
    metrics,
    readiness,
    reload: () => offered.reload(),
    sources: offered.sources,
    stop,
  };
}

/** A process that does not know which keys were revoked refuses every key. */
function recordsHealth(
  principals: Pick<PrincipalCache, 'cutOff' | 'away'>,
  changes: Pick<ChangesFeed, 'behind'>,
): PartHealth {
  if (principals.cutOff) return { state: 'down', reason: 'cut-off' };
  return degradedIf(changes.behind || principals.away, 'unreachable');
}

/** A failing admission is worse than the fallback, so it is reported first. */
function countersHealth(stats: AdmissionWatch, { fallback }: Pick<Counters, 'fallback'>): PartHealth {
  const found = stats.health();
  return found.state === 'ok' ? degradedIf(fallback, 'fallback') : found;
}
