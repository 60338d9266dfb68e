import { join } from 'node:path';
import { type RunningGateway, startGateway } from '../../test/support/gateway.ts';
import { pinnedToLoadCore } from '../cores.ts';

/** Shared by a gateway of the benchmark and its service; a secret of no installation. */
export const SERVICE_SECRET = 'bench-bench-bench-bench-bench-bench';

/** The calculators as a service of their own, on the load's core: they stand behind the gateway under test. */
export function startService(unsigned: 'refuse' | 'answer'): Promise<RunningGateway> {
  return startGateway({
    entry: join(import.meta.dirname, '../../plugins/sdk/server/main.ts'),
    env: { NODE_ENV: 'production', SERVICE_PORT: '0', SERVICE_SECRET, SERVICE_UNSIGNED: unsigned },
    prefix: pinnedToLoadCore,
  });
}
