import { join } from 'node:path';
import { type RunningGateway, startGateway } from '../../test/support/gateway.ts';
import { pinnedToLoadCore } from '../cores.ts';

/** The secret of a gateway and a service in the benchmark; no installation uses it. */
export const SERVICE_SECRET = 'bench-bench-bench-bench-bench-bench';

/** The calculators as a separate service, on the load's core: the back end of the gateway under test. */
export function startService(unsigned: 'refuse' | 'answer'): Promise<RunningGateway> {
  return startGateway({
    entry: join(import.meta.dirname, '../../plugins/sdk/server/main.ts'),
    env: { NODE_ENV: 'production', SERVICE_PORT: '0', SERVICE_SECRET, SERVICE_UNSIGNED: unsigned },
    prefix: pinnedToLoadCore,
  });
}
