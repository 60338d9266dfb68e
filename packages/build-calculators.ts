import { cpSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile, compiledFiles, finishPackage, ROOT, rewriteImports } from './compile.ts';

const PACKAGE = join(ROOT, 'packages/calculators');
const SOURCES = join(ROOT, 'calculators');

/**
 * Builds `@vitalgate/calculators`: the kit, and one module a family that exports its calculators by name. The modules
 * are derived from the families' own lists, so a new calculator needs no change here.
 */
export async function buildCalculators(): Promise<void> {
  const dist = join(PACKAGE, 'dist');
  const families = readdirSync(SOURCES).filter((name) => name !== 'kit' && existsSync(join(SOURCES, name, 'index.ts')));
  const sources = families.flatMap(sourcesOf);
  await compile(dist, ['calculators/kit/index.ts', ...sources]);
  for (const file of compiledFiles(dist))
    rewriteImports(file, (specifier) => specifier.replace(/^(\..*)\.ts$/, '$1.js'));
  for (const name of ['kit', ...families]) {
    cpSync(join(SOURCES, name, 'messages'), join(dist, 'calculators', name, 'messages'), { recursive: true });
  }
  writeModule(dist, 'kit', ["export * from './calculators/kit/index.js';"]);
  for (const family of families) writeModule(dist, family, await exportsOf(family));
  writeModule(
    dist,
    'index',
    families.map((family) => `export * from './${family}.js';`),
  );
  finishPackage(PACKAGE);
}

/** The files of a family without its tests, as paths from the top of the repository. */
function sourcesOf(family: string): string[] {
  return readdirSync(join(SOURCES, family), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.(test|suite|fixture)\.ts$/.test(file))
    .map((file) => `calculators/${family}/${file}`);
}

/** One line per calculator, and one for the family's list. */
async function exportsOf(family: string): Promise<string[]> {
  const lists: object = await import(join(SOURCES, family, 'index.ts'));
  const calculators = new Set(Object.values(lists).flat());
  const lines = [`export * from './calculators/${family}/index.js';`];
  for (const file of readdirSync(join(SOURCES, family))) {
    if (!file.endsWith('.ts') || file === 'index.ts' || /\.(test|suite|fixture)\.ts$/.test(file)) continue;
    const module: object = await import(join(SOURCES, family, file));
    for (const [name, value] of Object.entries(module)) {
      if (!calculators.delete(value)) continue;
      lines.push(`export { ${name} } from './calculators/${family}/${file.replace(/\.ts$/, '.js')}';`);
    }
  }
  if (calculators.size > 0) throw new Error(`${family} lists ${calculators.size} calculators that no file exports`);
  return lines;
}

/** Writes a module whose script and declaration are the same text. */
function writeModule(dist: string, name: string, lines: readonly string[]): void {
  for (const extension of ['js', 'd.ts']) writeFileSync(join(dist, `${name}.${extension}`), `${lines.join('\n')}\n`);
}
