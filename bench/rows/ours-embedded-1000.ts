import { startGateway } from '../../test/support/gateway.ts';
import { createClients } from '../clients.ts';
import { pinnedToServerCore } from '../cores.ts';
import type { Row } from '../row.ts';
import { tdeePath } from '../tdee-call.ts';

export const oursEmbedded1000: Row = {
  name: 'ours-embedded-1000',
  about: 'the same; 1,000 clients whose keys take turns',
  async start() {
    const { baseUrl, dataDir, pid, stop } = await startGateway({ prefix: pinnedToServerCore });
    const keys = await createClients({ dataDir }, 1_000);
    const headers = keys.map((key) => ({ 'X-API-Key': key }));
    return { url: `${baseUrl}${tdeePath('/api/v1/tdee')}`, headers, pids: [pid], stop };
  },
};
