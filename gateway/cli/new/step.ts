import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { camelCase, checkName, NameRefused } from './names.ts';
import { STEPS, stepCode, stepTest } from './step-template.ts';

/**
 * Writes a step of the request pipeline and its test.
 *
 * @param root folder of the repository
 * @param name such as `maintenance-window`
 * @returns what was written and what to do next, as text for the author
 * @throws NameRefused for a name of another form, or one that is in use
 */
export function newStep(root: string, name: string): string {
  checkName(name, 'maintenance-window');
  const path = `${STEPS}/${name}`;
  for (const file of [`${path}.ts`, `${path}.test.ts`]) {
    if (existsSync(join(root, file))) throw new NameRefused(`${file} exists already.`);
  }
  writeFileSync(join(root, `${path}.ts`), stepCode(name));
  writeFileSync(join(root, `${path}.test.ts`), stepTest(name));
  return `Wrote ${path}.ts
      ${path}.test.ts

Next
1. Replace every TODO in these files.
2. Import ${camelCase(name)}Step in gateway/app.ts and add it to a list there: EVERY_REQUEST guards the API, the platform and the
   pages; KEYED_CALL guards calls of calculators, batch and MCP. The order of the list is the order of the steps.
   A rule about a known key is no step: it belongs to gateway/request/guards.
3. npx vitest run ${path}.test.ts && npm run types
`;
}
