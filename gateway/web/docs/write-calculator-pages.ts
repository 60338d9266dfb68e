import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import type { Plugin } from '../../../plugins/sdk/index.ts';
import { calculatorIndex } from './calculator-pages/index-page.ts';
import { calculatorPage, type Placed } from './calculator-pages/page.ts';
import { textsIn } from './texts.ts';

/** Folder of the pages for readers of the repository. Every install writes it again. */
const FOLDER = new URL('../../../docs/calculators/', import.meta.url);

/** The calculators that a key of the installation can call, in the order of their plugins. */
export function placedCalculators(plugins: readonly Plugin[], baseUrl: string): Placed[] {
  return plugins
    .filter(({ channels }) => channels.includes('direct'))
    .flatMap(({ mount, calculators }) => calculators.map((calculator) => ({ calculator, mount, baseUrl })));
}

/** Writes a page for each calculator, and their list, in English, into docs/calculators. */
export function writeCalculatorPages(plugins: readonly Plugin[], folder = FOLDER): void {
  const texts = textsIn('en');
  const all = placedCalculators(plugins, 'http://127.0.0.1:8080');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL('README.md', folder), calculatorIndex(all, texts));
  for (const placed of all) {
    writeFileSync(new URL(`${placed.calculator.name}.md`, folder), calculatorPage(placed, texts));
  }
}
