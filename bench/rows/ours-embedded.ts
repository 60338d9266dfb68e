import { startGateway } from '../../test/support/gateway.ts';
import { createClients } from '../clients.ts';
import { pinnedToServerCore } from '../cores.ts';
import type { Row } from '../row.ts';
import { journalRead } from '../servers/journal.ts';
import { tdeePath } from '../tdee-call.ts';

export const oursEmbedded1 = embeddedRow(1, 'Vitalgate with the embedded stores, as it starts by default; one client');
export const oursEmbedded1000 = embeddedRow(1_000, 'the same; 1,000 clients whose keys take turns');
export const oursEmbedded10000 = embeddedRow(10_000, 'the same; 10,000 clients whose keys take turns');

export const oursEmbeddedPower: Row = {
  ...embeddedRow(1, 'one client with DURABILITY=power: every answer waits for the disk', { DURABILITY: 'power' }),
  name: 'ours-embedded-power',
};

function embeddedRow(clients: number, about: string, env: Readonly<Record<string, string>> = {}): Row {
  return {
    name: `ours-embedded-${clients}`,
    about,
    async start() {
      const { baseUrl, dataDir, key, pid, startMs, stop } = await startGateway({ prefix: pinnedToServerCore, env });
      const keys = clients === 1 ? [key] : await createClients({ dataDir }, clients);
      const headers = keys.map((text) => ({ 'X-API-Key': text }));
      const settled = () => journalRead(dataDir);
      return { url: `${baseUrl}${tdeePath('/api/v1/tdee')}`, headers, pids: [pid], startMs, settled, stop };
    },
  };
}
