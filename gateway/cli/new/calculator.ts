import { existsSync, globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES } from '../../../calculators/kit/index.ts';
import { type Messages, withCalculator } from './calculator-messages.ts';
import { calculatorCode, calculatorTest, calculatorTexts } from './calculator-template.ts';
import { checkName, NameRefused, snakeCase } from './names.ts';

/** Paths below `/api/v1` that the gateway answers itself. */
const OWN_PATHS = new Set(['batch']);

/**
 * Writes a calculator that runs, its test and its texts. All that its author must replace is marked `TODO`.
 *
 * @param root folder of the repository, with a slash at the end
 * @param place such as `lifestyle/sleep-debt`
 * @returns what was written and what to do next, as text for the author
 * @throws NameRefused for an unknown family, a name of another form, or a name that is in use
 */
export function newCalculator(root: string, place: string): string {
  const [family = '', name, ...more] = place.split('/');
  if (name === undefined || more.length > 0) {
    throw new NameRefused(`"${place}" is not <family>/<name>, such as lifestyle/sleep-debt.`);
  }
  const folder = join(root, 'calculators', family);
  const families = globSync('*/family.ts', { cwd: join(root, 'calculators') })
    .map((path) => path.split(/[\\/]/, 1)[0] ?? '')
    .filter((found) => found !== 'kit')
    .toSorted();
  if (!families.includes(family)) {
    throw new NameRefused(`There is no family "${family}". The families are ${families.join(', ')}.`);
  }
  checkName(name, 'sleep-debt');
  checkFree(root, family, name);

  const messageFiles = LANGUAGES.map((language) => join(folder, 'messages', `${language}.json`));
  const files = new Set(readdirSync(folder));
  const isCalculator = (member: string) => files.has(`${member}.ts`);
  for (const file of messageFiles) {
    const messages: Messages = JSON.parse(readFileSync(file, 'utf8'));
    const extended = withCalculator(messages, name, calculatorTexts(name), isCalculator);
    writeFileSync(file, `${JSON.stringify(extended, null, 2)}\n`);
  }
  writeFileSync(join(folder, `${name}.ts`), calculatorCode(family, name));
  writeFileSync(join(folder, `${name}.test.ts`), calculatorTest(name));

  const path = `calculators/${family}/${name}`;
  return `Wrote ${path}.ts
      ${path}.test.ts
      its texts in calculators/${family}/messages/{${LANGUAGES.join(',')}}.json

Next
1. Replace every TODO in these files. The words of each language are in calculators/glossary/terms.
   docs/walkthroughs/calculator.md shows a calculator from here to the end.
2. npx vitest run calculators/families.test.ts ${path}.test.ts test/languages/results.test.ts test/integration/messages.test.ts test/integration/glossary.test.ts
3. Write it a second time from the paper, in test/reference/${family}.py; then npm run reference -- ${name}
4. npm run languages -- confirm <language> ${name} equations.${snakeCase(name)}, for each language
5. npm start, then open /docs/calculators/${name}
`;
}

function checkFree(root: string, family: string, name: string): void {
  if (OWN_PATHS.has(name)) throw new NameRefused(`/api/v1/${name} is a path of the gateway itself.`);
  for (const file of [`${name}.ts`, `${name}.test.ts`]) {
    const path = `calculators/${family}/${file}`;
    if (existsSync(join(root, path))) throw new NameRefused(`${path} exists already.`);
  }
  const messages = `calculators/${family}/messages/en.json`;
  if (Object.hasOwn(JSON.parse(readFileSync(join(root, messages), 'utf8')), name)) {
    throw new NameRefused(`${messages} has a member "${name}" already.`);
  }
  const user = globSync('calculators/*/!(*.test).ts', { cwd: root }).find((path) =>
    pathsOf(readFileSync(join(root, path), 'utf8')).includes(name),
  );
  if (user) throw new NameRefused(`/api/v1/${name} is a path or an alias of ${user.replaceAll('\\', '/')}.`);
}

/** The path and the aliases of the calculator that a file defines. */
function pathsOf(code: string): string[] {
  const [definition = '', name = ''] = /defineCalculator\(\{\s*name: '([a-z0-9-]+)'[\s\S]*/.exec(code) ?? [];
  const [, aliases = ''] = /\n {2}aliases: \[([^\]]*)\]/.exec(definition) ?? [];
  return [name, ...[...aliases.matchAll(/'([^']+)'/g)].map(([, alias = '']) => alias)];
}
