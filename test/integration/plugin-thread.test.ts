import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { startTestGateway } from '../support/in-process-gateway.ts';
import { DOUBLES, pluginFolder } from '../support/plugin-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const mount = '/api/own';
const weighed = `${mount}/double?weight=40`;

it('the thread that checks a plugin answers its calls: a start and a reload import it once each', async () => {
  const file = join(temporaryFolder('imports'), 'imports');
  const atImport = `import { appendFileSync } from 'node:fs'; appendFileSync('${file}', 'x');`;
  const PLUGINS = pluginFolder({ name: 'own', mount, calculators: { double: DOUBLES }, atImport });
  const gateway = await startTestGateway({ PLUGINS });
  expect(await (await gateway.get(weighed)).json()).toMatchObject({ doubled: 80 });
  expect(readFileSync(file, 'utf8')).toBe('x');
  expect(await gateway.reload()).toMatchObject({ refused: [] });
  expect(await (await gateway.get(weighed)).json()).toMatchObject({ doubled: 80 });
  expect(readFileSync(file, 'utf8')).toBe('xx');
  await gateway.stop();
});

it('the thread of a plugin loads no undici', async () => {
  const double = `return { doubled: process.moduleLoadList.some((name) => name.includes('undici')) ? 0 : 2 * weight };`;
  const gateway = await startTestGateway({ PLUGINS: pluginFolder({ name: 'own', mount, calculators: { double } }) });
  expect(await (await gateway.get(weighed)).json()).toMatchObject({ doubled: 80 });
  await gateway.stop();
});

it('the threads of plugins that are refused later, or that run in the gateway, end', async () => {
  const folder = temporaryFolder('beats');
  const beating = (name: string, path: string) => ({
    name,
    mount: path,
    calculators: { double: DOUBLES },
    atImport: `
      import { appendFileSync } from 'node:fs';
      import { threadId } from 'node:worker_threads';
      if (threadId !== ${threadId}) setInterval(() => appendFileSync('${join(folder, name)}', 'x'), 5);`,
  });
  const plugins = [beating('own', mount), beating('twin', mount), beating('inline', '/api/inline')];
  const PLUGINS = plugins.map((plugin) => pluginFolder(plugin)).join();
  const gateway = await startTestGateway({ PLUGINS, INLINE_PLUGINS: 'inline' });
  const grows = async (name: string) => {
    const before = statSync(join(folder, name)).size;
    await sleep(100);
    return statSync(join(folder, name)).size > before;
  };
  expect(existsSync(join(folder, 'inline'))).toBe(true);
  await expect.poll(() => Promise.all(['own', 'twin', 'inline'].map(grows))).toEqual([true, false, false]);
  await gateway.stop();
});
