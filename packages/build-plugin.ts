import { cpSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compile, compiledFiles, finishPackage, ROOT, rewriteImports } from './compile.ts';

const PACKAGE = join(ROOT, 'packages/plugin');

/**
 * Builds `@vitalgate/plugin`: the plugin SDK, and the conformance suite beside it. The package imports the kit from
 * `@vitalgate/calculators` in place of a copy, so that a program with both packages has one kit.
 */
export async function buildPlugin(): Promise<void> {
  const dist = join(PACKAGE, 'dist');
  await compile(dist, ['plugins/sdk/index.ts', 'packages/plugin/conformance.ts']);
  const calculators = join(dist, 'calculators');
  rmSync(calculators, { recursive: true });
  for (const file of compiledFiles(dist)) {
    rewriteImports(file, (specifier) => {
      if (!specifier.startsWith('.')) return specifier;
      const compiled = specifier.replace(/\.ts$/, '.js');
      const imported = join(dirname(file), compiled);
      if (imported === join(calculators, 'kit/index.js')) return '@vitalgate/calculators/kit';
      if (imported.startsWith(calculators))
        throw new Error(`${file} must import the kit by its index, not ${specifier}`);
      return compiled;
    });
  }
  const messages = 'plugins/sdk/answers/messages';
  cpSync(join(ROOT, messages), join(dist, messages), { recursive: true });
  finishPackage(PACKAGE);
}
