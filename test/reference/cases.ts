import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Calculator, createInputReader } from '../../calculators/kit/index.ts';
import { createPresenter } from '../../calculators/kit/presenter.ts';
import type { ReferenceCase } from '../../calculators/kit/testing/reference.suite.ts';
import type { Python } from './python.ts';

const fileOf = ({ name, family }: Calculator) =>
  join(import.meta.dirname, '../../calculators', family.name, 'reference', `${name}.json`);

/** The reference cases of a calculator that stand in a file; empty if there is none. */
export function casesOf(calculator: Calculator): ReferenceCase[] {
  const file = fileOf(calculator);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
}

/**
 * Writes the results of Python into the cases of a calculator: into those members of `output` that a case names.
 *
 * @throws Error if Python refuses a case
 */
export async function writeCases(calculator: Calculator, python: Python): Promise<void> {
  const { input, output, family, name, fields } = calculator;
  const { collectAll, read } = createInputReader(input);
  const present = createPresenter(output, family.messages, name);
  const written: ReferenceCase[] = [];
  for (const { input: given, output: expected } of casesOf(calculator)) {
    const result = read(collectAll(given), 'metric', false);
    if ('problems' in result) throw new Error(`${name}: ${JSON.stringify(result.problems)}`);
    const names = fields.map((field) => field.name);
    const [answer] = await python.answer(name, names, [result.input]);
    if (!answer) throw new Error(`Python refuses ${JSON.stringify(given)}`);
    const body: Record<string, unknown> = {};
    // Python writes None for what is left out.
    const results = Object.fromEntries(Object.entries(answer).filter(([, value]) => value !== null));
    present(results, body, { language: 'en', units: 'metric' });
    written.push({ input: given, output: Object(alike(expected, body)) });
  }
  writeFileSync(fileOf(calculator), `${JSON.stringify(written, null, 2)}\n`);
}

/** The part of an answer that has the shape of another value. */
function alike(shape: unknown, answer: unknown): unknown {
  if (Array.isArray(shape)) return shape.map((row, at) => alike(row, Object(answer)[at]));
  if (typeof shape !== 'object' || shape === null) return answer;
  return Object.fromEntries(Object.entries(shape).map(([name, inner]) => [name, alike(inner, Object(answer)[name])]));
}
