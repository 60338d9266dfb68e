import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { declaredParts } from './declared-parts.ts';

const folder = join(temporaryFolder('declared'), 'own');
mkdirSync(folder);

const policy = (stage: string) => `import { definePolicy } from 'vitalgate/plugin';
import { z } from 'zod';
export default definePolicy({ name: 'own-rule', stage: '${stage}', config: z.strictObject({}), handle() {} });`;

const upstream = (prefix: string) => `import { defineUpstream } from 'vitalgate/plugin';
export default defineUpstream({ name: 'reports', prefix: '${prefix}', urls: ['http://127.0.0.1:9'] });`;

/** Node imports a module once, so each test writes its own folder. */
function written(files: Readonly<Record<string, string>>): string {
  const own = temporaryFolder('declared');
  for (const [name, text] of Object.entries(files)) writeFileSync(join(own, name), text);
  return own;
}

it("lists the operator's policies and upstreams, and which policies are in use", async () => {
  const own = written({ 'policies.ts': policy('after-auth'), 'upstreams.ts': upstream('/reports') });
  const file = join(folder, 'policies.json');
  writeFileSync(file, JSON.stringify([{ policy: 'own-rule' }]));
  // A folder that is configured and named counts once.
  const parts = await declaredParts({ POLICIES_FILE: file }, [own, `${own}/`], ['/api/v1']);
  expect(parts).toMatchObject({
    own: ['policy own-rule  in use  after-auth', 'upstream reports  loaded  /reports  at http://127.0.0.1:9'],
    mistakes: [],
  });
  expect(parts.builtIn).toContain('policy maintenance-window  not in use  before-auth');
});

it('reports a policy with a mistake, a file of policies that names none, and an upstream at a taken path', async () => {
  const own = written({ 'policies.ts': policy('sometimes'), 'upstreams.ts': upstream('/acme/reports') });
  const { mistakes } = await declaredParts({ POLICIES_FILE: null }, [own], ['/acme']);
  expect(mistakes).toHaveLength(2);
  expect(mistakes[0]).toContain(join(own, 'policies.ts'));
  expect(mistakes[1]).toContain('prefix: /acme/reports overlaps with /acme');
  const file = join(folder, 'unknown.json');
  writeFileSync(file, JSON.stringify([{ policy: 'unknown' }]));
  const unknown = await declaredParts({ POLICIES_FILE: file }, [], []);
  expect(unknown.mistakes[0]).toContain('0.policy: unknown is none of country-allow-list');
});
