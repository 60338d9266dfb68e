import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import type { Plugin } from '../../../plugins/sdk/index.ts';
import { calculatorIndex } from './calculator-pages/index-page.ts';
import { calculatorPage } from './calculator-pages/page.ts';
import { lineOf, placedCalculators } from './calculator-pages/placed.ts';
import { textsIn } from './texts.ts';

/** Folder of the pages for readers of the repository. Every install writes it again. */
const FOLDER = new URL('../../../docs/calculators/', import.meta.url);

/** Writes a page for each built-in calculator, and their list, in English, into docs/calculators. */
export function writeCalculatorPages(plugins: readonly Plugin[], folder = FOLDER): void {
  const texts = textsIn('en');
  const all = placedCalculators(plugins, 'http://127.0.0.1:8080');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL('README.md', folder), calculatorIndex(all.map(lineOf), texts));
  for (const placed of all) {
    writeFileSync(new URL(`${placed.page}.md`, folder), calculatorPage(placed, texts));
  }
}
