import { readdirSync } from 'node:fs';
import { extname } from 'node:path';
import type { Calculator } from './calculator.ts';
import type { Family } from './family.ts';

/**
 * The calculators of a family: each member of its English messages that has a file of the same name beside `index.ts`,
 * in the order of the messages. A new calculator needs no line in a list. The files have the extension of `index`:
 * `.ts` in the repository, `.js` in the published package.
 *
 * @param index URL of the family's `index.ts`, as `import.meta.url`
 * @throws RangeError if such a file does not export the calculator it is named after
 * @example
 * export const heartCalculators = await calculatorsIn(import.meta.url, heart);
 */
export async function calculatorsIn(index: string, { messages }: Family): Promise<readonly Calculator[]> {
  const files = new Set(readdirSync(new URL('.', index)));
  const members = new Set(messages.keys().map((key) => key.split('.', 1)[0] ?? key));
  const extension = extname(index);
  const named = [...members].filter((name) => files.has(name + extension));
  return Promise.all(named.map((name) => calculatorIn(new URL(name + extension, index), name)));
}

async function calculatorIn(file: URL, name: string): Promise<Calculator> {
  const exported: Readonly<Record<string, unknown>> = await import(/* @vite-ignore */ file.href);
  const calculator = Object.values(exported).find((value) => isCalculator(value) && value.name === name);
  if (!calculator) throw new RangeError(`${file.pathname} exports no calculator named ${name}`);
  return calculator as Calculator;
}

const isCalculator = (value: unknown): value is Calculator =>
  typeof value === 'object' && value !== null && 'answer' in value && 'equations' in value;
