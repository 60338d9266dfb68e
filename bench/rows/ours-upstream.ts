import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startGateway } from '../../test/support/gateway.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { pinnedToServerCore } from '../cores.ts';
import type { Row } from '../row.ts';
import { journalRead } from '../servers/journal.ts';
import { SERVICE_SECRET, startService } from '../servers/service.ts';
import { tdeePath } from '../tdee-call.ts';

const upstreamAt = (url: string): string => `
  import { defineUpstream } from 'vitalgate/plugin';
  export default defineUpstream({ name: 'tdee', prefix: '/behind', urls: ['${url}'] });`;

export const oursUpstream: Row = {
  name: 'ours-upstream',
  about: 'Vitalgate with an upstream in front of the same service: key, quota, signed identity, the answer streamed',
  async start() {
    const service = await startService('answer');
    const folder = temporaryFolder('upstream');
    writeFileSync(join(folder, 'upstreams.ts'), upstreamAt(service.baseUrl));
    const gateway = await startGateway({ env: { PLUGINS: folder, SERVICE_SECRET }, prefix: pinnedToServerCore });
    return {
      url: `${gateway.baseUrl}${tdeePath('/behind/api/v1/tdee')}`,
      headers: [{ 'X-API-Key': gateway.key }],
      pids: [gateway.pid],
      behindPids: [service.pid],
      startMs: gateway.startMs,
      settled: () => journalRead(gateway.dataDir),
      stop: () => gateway.stop().then(service.stop),
    };
  },
};
