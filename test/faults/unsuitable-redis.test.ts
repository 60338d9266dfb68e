import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { describeWithOwnRedis } from '../support/servers.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const run = promisify(execFile);

describeWithOwnRedis(
  'a Redis that may evict counters',
  ({ url, port }) => {
    it('is refused at the start with exit code 2 and the reason', async () => {
      const env = {
        PATH: process.env.PATH,
        PORT: '0',
        ADMIN_PORT: 'off',
        REDIS_URL: url,
        DATA_DIR: temporaryFolder('evict'),
      };
      const failure: unknown = await run(process.execPath, ['gateway/main.ts'], { env }).catch(
        (error: unknown) => error,
      );
      expect(failure).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(`127.0.0.1:${port} has maxmemory-policy allkeys-lru`),
      });
    });
  },
  { args: ['--maxmemory-policy', 'allkeys-lru'] },
);
