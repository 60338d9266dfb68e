import { type FirstStart, firstStart } from '../../accounts/onboarding/first-start.ts';
import type { Config } from '../../configuration/config.ts';
import { startMailer } from '../../mail/mailer.ts';
import type { GatewayLog } from '../../operations/logger.ts';
import { openAdmin } from './admin.ts';
import { openInstallation } from './installation.ts';
import { type CreateApp, serve } from './serve.ts';

/** A gateway, of one process or of several. */
export interface RunningGateway {
  readonly port: number;
  readonly baseUrl: string;
  /** Where `/metrics` is; `null` if nowhere. */
  readonly adminPort: number | null;
  /** What was made at the first start; `null` at every later one. */
  readonly first: FirstStart | null;
  /** Exchanges the workers one after the other; `null` where there are none. */
  readonly exchangeWorkers: (() => void) | null;
  /** Finishes what runs, writes what is counted, closes everything. */
  stop(): Promise<void>;
}

/** Starts a gateway of one process. What it makes at a first start is made last: a start that fails would not show it. */
export async function startGateway(
  config: Config,
  log: GatewayLog,
  createApp: CreateApp,
  clock = Date.now,
): Promise<RunningGateway> {
  const installation = await openInstallation(config, log, clock);
  const serving = await serve({ config, records: installation.records, log, createApp, clock });
  const { port, baseUrl, metrics, readiness } = serving;
  const mailer = await startMailer(config, { records: installation.records, baseUrl, clock, log });
  const admin = await openAdmin(config, log, { expose: () => metrics.expose(), readiness });
  return {
    port,
    baseUrl,
    adminPort: admin?.port ?? null,
    first: await firstStart(installation.records, clock()),
    exchangeWorkers: null,
    async stop() {
      await serving.stop('all');
      await mailer.stop();
      admin?.close();
      await installation.close();
    },
  };
}
