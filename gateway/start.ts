import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type FirstStart, firstStart } from './accounts/first-start.ts';
import { KeyUses } from './accounts/key-uses.ts';
import { saveLastUsed } from './accounts/last-used.ts';
import { readLimits } from './accounts/limits.ts';
import { readPlansFile, syncPlans } from './accounts/plans-file.ts';
import { readPrincipal } from './accounts/read-principal.ts';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { lazyDocs } from './docs/lazy.ts';
import { callLog } from './ops/call-log.ts';
import { lockDataDir } from './ops/data-dir-lock.ts';
import { createHealth } from './ops/health.ts';
import type { GatewayLog } from './ops/logger.ts';
import { PrincipalCache } from './pipeline/principal-cache.ts';
import { createResponder } from './pipeline/respond.ts';
import type { Steps } from './pipeline/steps.ts';
import { trustedProxies } from './pipeline/trusted-proxies.ts';
import { setPasswordRouter } from './platform/set-password.ts';
import { loadPlugins } from './plugins/load.ts';
import { buildRouteTable } from './plugins/route-table.ts';
import { createAdmission } from './quota/admission.ts';
import { previousMonth } from './quota/calendar.ts';
import { EmbeddedStore } from './quota/embedded.ts';
import { ChangesFeed } from './records/changes-feed.ts';
import { readFold, saveFold } from './records/fold.ts';
import { openRecords } from './records/records.ts';
import { listen } from './server.ts';
import { startFoldLoop } from './usage/fold-loop.ts';

/** How long running requests may take to finish once a stop was asked for. */
const DRAIN_MS = 10_000;

export interface RunningGateway {
  readonly port: number;
  readonly baseUrl: string;
  /** What was made at the first start; `null` at every later one. */
  readonly first: FirstStart | null;
  /** Finishes what runs, writes what is counted, closes everything. */
  stop(): Promise<void>;
}

/**
 * Starts a gateway: stores, plugins, application, server. A plugin that is broken is logged and left out; everything
 * else that fails keeps the gateway from starting.
 */
export async function startGateway(config: Config, log: GatewayLog, clock = Date.now): Promise<RunningGateway> {
  const { logger } = log;
  const unlock = lockDataDir(config.DATA_DIR);
  const [records, { plugins, refused }] = await Promise.all([
    openRecords({ dataDir: config.DATA_DIR }),
    loadPlugins(config.PLUGINS),
  ]);
  for (const { source, reasons } of refused) logger.error({ plugin: source, reasons }, 'plugin refused');
  if (config.PLANS) {
    const actor = { name: 'start', at: clock(), address: null };
    const changed = await syncPlans(records, actor, await readPlansFile(config.PLANS));
    if (changed.length > 0) logger.info({ plans: changed }, 'plans changed');
  }
  const first = await firstStart(records, clock());

  const store = new EmbeddedStore({ path: join(config.DATA_DIR, 'counters.sqlite') });
  const onError = (error: unknown, requestId?: string) => logger.error({ err: error, id: requestId }, 'error');
  const admission = createAdmission({
    store,
    clock,
    process: randomUUID(),
    loadFold: (client, month) => readFold(records.db, client, month),
    loadLimits: async (client) => {
      const limits = await readLimits(records.db, client);
      if (!limits) throw new Error(`the client ${client} is gone`);
      return limits;
    },
    log: logger,
  });
  const keyUses = new KeyUses();
  const folding = startFoldLoop({
    store,
    left: store.clientMonths(),
    takeTouched: () => admission.takeTouched(),
    async flush() {
      await admission.flush();
      await saveLastUsed(records, keyUses.take());
    },
    save: async (snapshots) => {
      await saveFold(records, ...snapshots);
      for (const snapshot of snapshots) admission.folded(snapshot);
    },
    onError,
  });
  // In the background: the counters of a long life are many, and calls need none of this.
  void folding.foldNow().then((folded) => {
    if (folded) store.removeBefore(previousMonth(clock()));
  });
  const principals = new PrincipalCache({ read: (keyHash) => readPrincipal(records.db, keyHash), now: clock });
  const changes = new ChangesFeed({ records, onError });
  changes.subscribe(principals);
  await changes.start();

  let draining = false;
  const server = await listen((req, res) => app(req, res), config.HOST, config.PORT);
  const baseUrl = config.BASE_URL ?? `http://127.0.0.1:${server.port}`;
  const steps: Steps = {
    ...createResponder({ baseUrl, clock, log: callLog(log, clock), draining: () => draining }),
    clock,
    baseUrl,
    trusts: trustedProxies(config.TRUST_PROXY),
    principals,
    routes: { current: buildRouteTable(plugins, baseUrl) },
    admission,
    keyUses,
    onError,
  };
  const health = createHealth([{ name: 'records', state: () => (changes.behind ? 'degraded' : 'ok') }]);
  const app = createApp(steps, {
    health: health.router,
    docs: lazyDocs({ plugins, baseUrl }),
    platform: setPasswordRouter(steps, records),
  });

  async function stop(): Promise<void> {
    draining = true;
    health.startDraining();
    await server.drain(DRAIN_MS);
    await changes.stop();
    await folding.stop();
    await store.close();
    await records.close();
    unlock();
  }

  return { port: server.port, baseUrl, first, stop };
}
