import type { Row } from '../row.ts';
import { startNodeServer } from '../servers/start.ts';
import { tdeePath } from '../tdee-call.ts';

export const bare: Row = {
  name: 'bare',
  about: 'bare `node:http`, the answer computed, nothing else',
  async start() {
    const { baseUrl, pid, startMs, stop } = await startNodeServer('bare.ts');
    return { url: `${baseUrl}${tdeePath('/tdee')}`, pids: [pid], startMs, stop };
  },
};
