import { startGateway } from '../../test/support/gateway.ts';
import { pinnedToServerCore } from '../cores.ts';
import type { Row } from '../row.ts';
import { tdeePath } from '../tdee-call.ts';

export const oursEmbedded1: Row = {
  name: 'ours-embedded-1',
  about: 'Vitalgate with the embedded stores, as it starts by default; one client',
  async start() {
    const { baseUrl, key, pid, stop } = await startGateway({ prefix: pinnedToServerCore });
    return { url: `${baseUrl}${tdeePath('/api/v1/tdee')}`, headers: [{ 'X-API-Key': key }], pids: [pid], stop };
  },
};
