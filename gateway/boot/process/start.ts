import { type FirstStart, firstStart } from '../../accounts/onboarding/first-start.ts';
import type { Config } from '../../configuration/config.ts';
import { startMailer } from '../../mail/mailer.ts';
import type { ReloadReport } from '../../operations/admin-server.ts';
import type { GatewayLog } from '../../operations/logger.ts';
import { openAdmin } from './admin.ts';
import { MACHINE_CLOCKS } from './clocks.ts';
import { openInstallation } from './installation.ts';
import { type CreateApp, serve } from './serve.ts';
import { watchPlugins } from './watch-plugins.ts';

/** A running gateway with one process or several. */
export interface RunningGateway {
  readonly port: number;
  readonly baseUrl: string;
  /** Port of `/metrics`; `null` if it is off. */
  readonly adminPort: number | null;
  /** What the first start created; `null` at later starts. */
  readonly first: FirstStart | null;
  /**
   * Loads the plugins again: in this process, or by replacing the workers one by one.
   *
   * @throws Error if nothing could be changed
   */
  reload(): Promise<ReloadReport>;
  /** Finishes running calls, writes the counts and closes everything. */
  stop(): Promise<void>;
}

/**
 * Starts a gateway with one process. The first client is created last, because a start that fails could not show its
 * key.
 */
export async function startGateway(
  config: Config,
  log: GatewayLog,
  createApp: CreateApp,
  clocks = MACHINE_CLOCKS,
): Promise<RunningGateway> {
  const clock = clocks.wall;
  const opening = openInstallation(config, log, clocks);
  const serving = await serve({ config, installation: opening, log, createApp, clocks });
  const installation = await opening;
  const { records } = installation;
  const { port, baseUrl, metrics, readiness, reload } = serving;
  const watch = config.WATCH === 'on' ? watchPlugins(config.PLUGINS, reload, log) : null;
  const mailer = await startMailer(config, { records, baseUrl, clock, log });
  const admin = await openAdmin(config, log, { expose: () => metrics.expose(), readiness, reload });
  return {
    port,
    baseUrl,
    adminPort: admin?.port ?? null,
    first: await firstStart(records, clock()),
    reload,
    async stop() {
      watch?.close();
      await serving.stop('all');
      await mailer.stop();
      admin?.close();
      await installation.close();
    },
  };
}
