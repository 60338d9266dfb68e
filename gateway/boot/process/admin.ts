import type { Config } from '../../configuration/config.ts';
import { type AdminPages, type AdminServer, startAdminServer } from '../../operations/admin-server.ts';
import type { GatewayLog } from '../../operations/logger.ts';

/** Starts the admin server; `null` if the configuration turns it off. */
export async function openAdmin(
  { ADMIN_HOST, ADMIN_PORT, ADMIN_HOSTS }: Config,
  { logger }: Pick<GatewayLog, 'logger'>,
  pages: AdminPages,
): Promise<AdminServer | null> {
  if (ADMIN_PORT === 'off') return null;
  return startAdminServer({ host: ADMIN_HOST, port: ADMIN_PORT, names: ADMIN_HOSTS, log: logger, ...pages });
}
