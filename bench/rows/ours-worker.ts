import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startGateway } from '../../test/support/gateway.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { pinnedToServerCore } from '../cores.ts';
import type { Row } from '../row.ts';
import { journalRead } from '../servers/journal.ts';
import { tdeePath } from '../tdee-call.ts';

const ENERGY = new URL('../../calculators/energy/index.ts', import.meta.url);

/** The energy calculators as an operator's plugin. */
const PLUGIN = `
  import { definePlugin } from 'vitalgate/plugin';
  import { energyCalculators } from '${ENERGY.href}';
  export default definePlugin({
    name: 'worker-energy', version: '1.0.0', mount: '/api/worker', channels: ['direct'],
    calculators: energyCalculators.filter(({ name }) => name === 'tdee'),
  });`;

export const oursWorker: Row = {
  name: 'ours-worker',
  about: 'Vitalgate with the calculator in the thread of a plugin, on the same core',
  async start() {
    const folder = temporaryFolder('worker-energy');
    writeFileSync(join(folder, 'plugin.ts'), PLUGIN);
    const gateway = await startGateway({ env: { PLUGINS: folder }, prefix: pinnedToServerCore });
    return {
      url: `${gateway.baseUrl}${tdeePath('/api/worker/tdee')}`,
      headers: [{ 'X-API-Key': gateway.key }],
      pids: [gateway.pid],
      startMs: gateway.startMs,
      settled: () => journalRead(gateway.dataDir),
      stop: gateway.stop,
    };
  },
};
