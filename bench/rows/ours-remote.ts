import { startGateway } from '../../test/support/gateway.ts';
import { pinnedToServerCore } from '../cores.ts';
import type { Row } from '../row.ts';
import { journalRead } from '../servers/journal.ts';
import { SERVICE_SECRET, startService } from '../servers/service.ts';
import { tdeePath } from '../tdee-call.ts';

export const oursRemote: Row = {
  name: 'ours-remote',
  about: 'Vitalgate in front of the same service: key, quota, signed identity, and the answer read before it is sent',
  async start() {
    const service = await startService('refuse');
    const gateway = await startGateway({
      env: { CALCULATORS_URL: service.baseUrl, SERVICE_SECRET },
      prefix: pinnedToServerCore,
    });
    return {
      url: `${gateway.baseUrl}${tdeePath('/api/v1/tdee')}`,
      headers: [{ 'X-API-Key': gateway.key }],
      pids: [gateway.pid],
      behindPids: [service.pid],
      startMs: gateway.startMs,
      settled: () => journalRead(gateway.dataDir),
      stop: () => gateway.stop().then(service.stop),
    };
  },
};
