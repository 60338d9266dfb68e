import { execFile } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const ROOT = fileURLToPath(new URL('../', import.meta.url));

/**
 * Compiles the entries and all that they import to JavaScript and type declarations. Paths below `dist` mirror the
 * repository: `calculators/kit/index.ts` becomes `dist/calculators/kit/index.js`.
 *
 * @param dist folder of the result; its old content is removed
 * @param entries paths from the top of the repository
 * @throws Error with the compiler's messages
 */
export async function compile(dist: string, entries: readonly string[]): Promise<void> {
  rmSync(dist, { recursive: true, force: true });
  const project = join(ROOT, 'packages', `tsconfig.${process.pid}.json`);
  const files = entries.map((entry) => join(ROOT, entry));
  writeFileSync(project, JSON.stringify({ extends: './tsconfig.json', compilerOptions: { outDir: dist }, files }));
  try {
    await promisify(execFile)(join(ROOT, 'node_modules/.bin/tsc'), ['-p', project]);
  } catch (error) {
    throw error instanceof Error && 'stdout' in error ? new Error(String(error.stdout)) : error;
  } finally {
    rmSync(project);
  }
}

/** Paths of the compiled files below `dist`, scripts and declarations. */
export function compiledFiles(dist: string): string[] {
  return readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(js|d\.ts)$/.test(file))
    .map((file) => join(dist, file));
}

/** Changes the module names that a compiled file imports, exports from, or names in a type. */
export function rewriteImports(file: string, rewrite: (specifier: string) => string): void {
  const text = readFileSync(file, 'utf8');
  const changed = text.replace(
    IMPORT,
    (_, before: string, quote: string, specifier: string) => before + quote + rewrite(specifier) + quote,
  );
  if (changed !== text) writeFileSync(file, changed);
}

/** `from '...'`, `import '...'` and `import('...')`, with either quote. */
const IMPORT = /(\bfrom |\bimport |\bimport\()(['"])([^'"\n]+)\2/g;

/**
 * Finishes a package: adds the license, and refuses imports of packages that it does not depend on.
 *
 * @param folder of the package: its package.json and `dist`
 * @throws Error that names the packages
 */
export function finishPackage(folder: string): void {
  copyFileSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  const manifest: { name: string; dependencies: Readonly<Record<string, string>> } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  const missing = new Set<string>();
  for (const file of compiledFiles(join(folder, 'dist'))) {
    for (const [, , , specifier = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      if (/^(\.|node:)/.test(specifier)) continue;
      const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
      if (!Object.hasOwn(manifest.dependencies, name)) missing.add(name);
    }
  }
  if (missing.size > 0) throw new Error(`${manifest.name} imports without a dependency: ${[...missing].join(', ')}`);
}
