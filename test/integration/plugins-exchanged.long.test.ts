import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { startGateway } from '../support/gateway.ts';
import { DOUBLES, pluginFolder } from '../support/plugin-folder.ts';
import { processTree } from '../support/process-tree.ts';
import { describeWithPostgres, describeWithRedis } from '../support/servers.ts';
import { waitUntil } from '../support/wait-until.ts';

describeWithPostgres('workers', (postgres) => {
  describeWithRedis('with Redis', (redis) => {
    it('are not replaced by workers that would refuse a plugin, so none is lost', async () => {
      const plugin = { name: 'kept', mount: '/api/kept' };
      const folder = pluginFolder({ ...plugin, calculators: { double: DOUBLES } });
      const adminPort = await freePort();
      const gateway = await startGateway({
        port: await freePort(),
        env: {
          DATABASE_URL: postgres.url,
          REDIS_URL: redis.url,
          WORKERS: '2',
          PLUGINS: folder,
          ADMIN_PORT: String(adminPort),
        },
      });
      const headers = { 'X-API-Key': gateway.key };
      const statuses = async (name: string) => {
        const asked = Array.from({ length: 8 }, () =>
          fetch(`${gateway.baseUrl}/api/kept/${name}?weight=40`, { headers }),
        );
        return [...new Set((await Promise.all(asked)).map(({ status }) => status))];
      };
      const admin = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${adminPort}${path}`, init);
      const readiness = async () => (await (await admin('/readyz')).json()) as { reasons?: Record<string, string> };
      const workers = () => processTree(gateway.pid).slice(1).toSorted();
      const before = workers();
      expect(before).toHaveLength(2);

      writeFileSync(join(folder, 'plugin.ts'), 'export default {');
      const aborted = await admin('/reload', { method: 'POST' });
      expect(aborted.status).toBe(409);
      const told = 'replacing the workers failed: the remaining ones keep running';
      await waitUntil('the reason in the log', () => gateway.output().includes(told) || undefined);
      await waitUntil('the end of the new worker', () => workers().length === 2 || undefined);
      expect(workers()).toEqual(before);
      expect(await statuses('double')).toEqual([200]);
      expect((await readiness()).reasons).toMatchObject({ workers: 'not-replaced' });

      pluginFolder({ ...plugin, calculators: { twice: DOUBLES } }, folder);
      expect((await admin('/reload', { method: 'POST' })).status).toBe(200);
      expect([await statuses('twice'), await statuses('double')]).toEqual([[200], [404]]);
      expect(workers().filter((pid) => before.includes(pid))).toEqual([]);
      await waitUntil('readiness', async () => ((await readiness()).reasons?.workers === undefined ? true : undefined));
      await gateway.stop();
    });
  });
});
