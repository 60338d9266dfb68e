import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { checkName, NameRefused } from '../new/names.ts';

/** The name in the starters. They run as they stand. */
const NAME = 'my-service';

/** The languages with a starter: its file, and the command that starts it. */
const STARTERS: Readonly<Record<string, { readonly file: string; readonly start: string }>> = {
  python: { file: 'service.py', start: 'python3 service.py' },
  go: { file: 'service.go', start: 'go run service.go' },
  node: { file: 'service.mjs', start: 'node service.mjs' },
};

/**
 * Writes a plugin whose calculator runs in a service, and the service, into a folder of its name.
 *
 * @param parent folder to write it in
 * @param name such as `acme`
 * @param language of the service: `python`, `go` or `node`
 * @returns what was written and what to do next
 * @throws NameRefused for a name of another form or in use, and for a language without a starter
 */
export function newService(parent: string, name: string, language: string): string {
  const starter = Object.hasOwn(STARTERS, language) ? STARTERS[language] : undefined;
  if (starter === undefined) {
    throw new NameRefused(`There is no starter in "${language}". There are ${Object.keys(STARTERS).join(', ')}.`);
  }
  checkName(name, 'acme');
  const folder = resolve(parent, name);
  if (existsSync(folder)) throw new NameRefused(`${folder} exists already.`);
  mkdirSync(folder);
  for (const file of ['plugin.ts', starter.file]) {
    const text = readFileSync(new URL(`./starters/${file}`, import.meta.url), 'utf8');
    const variable = name.toUpperCase().replaceAll('-', '_');
    writeFileSync(resolve(folder, file), text.replaceAll('MY_SERVICE', variable).replaceAll(NAME, name));
  }
  return `Wrote ${name}/plugin.ts
      ${name}/${starter.file}

Next
1. SERVICE_SECRET=<secret> ${starter.start}, in the folder ${name}; openssl rand -hex 32 makes a secret
2. SERVICE_SECRET=<secret> npm run plugin -- check ./${name}
3. Replace the calculator in both files, and check again.
4. SERVICE_SECRET=<secret> PLUGINS=./${name} npm start
`;
}
