import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startTestGateway } from '../support/in-process-gateway.ts';
import { DOUBLES, pluginFolder } from '../support/plugin-folder.ts';
import { waitUntil } from '../support/wait-until.ts';

it('WATCH=on reloads the plugins after a file has changed, and keeps those that are refused', async () => {
  const plugin = { name: 'watched', mount: '/api/watched' };
  const folder = pluginFolder({ ...plugin, calculators: { double: DOUBLES } });
  const gateway = await startTestGateway({ PLUGINS: folder, WATCH: 'on' });
  const status = async (name: string) => (await gateway.get(`/api/watched/${name}?weight=40`)).status;
  const refusals = () => gateway.logged().split('"plugin refused"').length - 1;
  expect([await status('double'), await status('twice')]).toEqual([200, 404]);

  pluginFolder({ ...plugin, calculators: { twice: DOUBLES } }, folder);
  await waitUntil('the new calculator', async () => ((await status('twice')) === 200 ? true : undefined), 20_000);
  expect(await status('double')).toBe(404);

  writeFileSync(join(folder, 'messages', 'en.json'), '{');
  await waitUntil('the refusal in the log', () => refusals() > 0 || undefined, 20_000);
  expect(await status('twice')).toBe(200);
  await gateway.stop();
});
