import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startTestGateway } from '../support/in-process-gateway.ts';
import { DOUBLES, pluginFolder } from '../support/plugin-folder.ts';

it('a reload takes new code, and keeps a plugin that is refused now', async () => {
  const plugin = { name: 'changing', mount: '/api/changing' };
  const folder = pluginFolder({ ...plugin, calculators: { double: DOUBLES } });
  const gateway = await startTestGateway({ PLUGINS: folder });
  const statuses = async (...names: string[]) =>
    Promise.all(names.map(async (name) => (await gateway.get(`/api/changing/${name}?weight=40`)).status));
  const readiness = async () => (await fetch(`${gateway.baseUrl}/readyz`)).json();

  pluginFolder({ ...plugin, calculators: { twice: DOUBLES } }, folder);
  expect(await gateway.reload()).toMatchObject({ refused: [] });
  expect(await statuses('double', 'twice')).toEqual([404, 200]);
  writeFileSync(join(folder, 'plugin.ts'), 'export default {');
  expect(await gateway.reload()).toMatchObject({ kept: ['changing'], refused: [{ source: folder }] });
  expect(await statuses('double', 'twice')).toEqual([404, 200]);
  expect(await readiness()).toMatchObject({ status: 'degraded', reasons: { 'plugin:changing': 'refused' } });
  await gateway.stop();
});
