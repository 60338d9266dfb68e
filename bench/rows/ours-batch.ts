import { startGateway } from '../../test/support/gateway.ts';
import { pinnedToServerCore } from '../cores.ts';
import type { Row } from '../row.ts';
import { journalRead } from '../servers/journal.ts';

const input = { weight: 82, height: 178, age: 34, gender: 'male', activity_level: 'moderately_active' };

/** The TDEE call by POST, and a hundred of them in one request. */
export const oursBatch1 = batchRow(
  'ours-post-1',
  'Vitalgate as it starts by default; one calculation by POST',
  (baseUrl) => ({
    url: `${baseUrl}/api/v1/tdee`,
    body: JSON.stringify(input),
    calculations: 1,
  }),
);

export const oursBatch100 = batchRow(
  'ours-batch-100',
  'the same, 100 calculations in a batch; a calculation',
  (baseUrl) => ({
    url: `${baseUrl}/api/v1/batch`,
    body: JSON.stringify({ requests: Array.from({ length: 100 }, () => ({ calculator: 'tdee', input })) }),
    calculations: 100,
  }),
);

function batchRow(
  name: string,
  about: string,
  callOf: (baseUrl: string) => { url: string; body: string; calculations: number },
): Row {
  return {
    name,
    about,
    async start() {
      const { baseUrl, dataDir, key, pid, startMs, stop } = await startGateway({ prefix: pinnedToServerCore });
      const headers = [{ 'X-API-Key': key, 'Content-Type': 'application/json' }];
      const settled = () => journalRead(dataDir);
      return { ...callOf(baseUrl), headers, pids: [pid], startMs, settled, stop };
    },
  };
}
