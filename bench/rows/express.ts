import type { Row } from '../row.ts';
import { startNodeServer } from '../servers/start.ts';
import { tdeePath } from '../tdee-call.ts';

export const express: Row = {
  name: 'express',
  about: 'Express alone, an ordinary route and `res.json`',
  async start() {
    const { baseUrl, pid, startMs, stop } = await startNodeServer('express.ts');
    return { url: `${baseUrl}${tdeePath('/tdee')}`, pids: [pid], startMs, stop };
  },
};
