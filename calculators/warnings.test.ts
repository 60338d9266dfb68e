import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Calculator } from './kit/index.ts';
import { builtIn } from './testing/built-in.fixture.ts';
import { personLike, randomFrom } from './testing/random-inputs.fixture.ts';

const SAMPLES = 120;

interface Warned {
  readonly calculator: string;
  readonly code: string;
}

/** The warnings of answers without `detail`, over the examples and a sample of inputs. */
function warningsOf(calculator: Calculator, seed: number): Warned[] {
  const random = randomFrom(seed);
  const methods = calculator.fields.find(({ name }) => name === 'method')?.options ?? [];
  const codes = new Set<string>();
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const example = calculator.examples[sample % calculator.examples.length]?.input ?? {};
    const method = methods[sample % methods.length];
    const answer = calculator.answer(
      sample < calculator.examples.length
        ? example
        : { ...personLike(calculator, example, random), ...(method === undefined ? {} : { method }) },
    );
    if (!('body' in answer) || answer.body.warnings === undefined) continue;
    for (const { code, message } of answer.body.warnings as { code: string; message: string }[]) {
      expect(message).not.toBe('');
      codes.add(code);
    }
  }
  return [...codes].map((code) => ({ calculator: calculator.name, code }));
}

const found = builtIn.flatMap(warningsOf);

const page = readFileSync(new URL('../docs/warnings.md', import.meta.url), 'utf8');
const rows = [...page.matchAll(/^\| `([a-z0-9_.-]+)` \|(.+)\|$/gm)].map(([, code = '', rest = '']) => ({ code, rest }));

it('docs/warnings.md has every code that an answer without detail was seen with, and each once', () => {
  const listed = rows.map(({ code }) => code);
  expect(listed).toEqual([...new Set(listed)].toSorted());
  expect([...new Set(found.map(({ code }) => code))].filter((code) => !listed.includes(code))).toEqual([]);
});

it('docs/warnings.md lists no code that the calculators do not have', () => {
  const sources = globSync('*/*.ts', { cwd: new URL('.', import.meta.url) })
    .filter((path) => !path.startsWith('kit/') && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(new URL(path, import.meta.url), 'utf8'))
    .join('\n');
  expect(rows.map(({ code }) => code).filter((code) => !sources.includes(`'${code}'`))).toEqual([]);
});

it('warnings of safety are in answers without detail', () => {
  const codes = new Set(found.map(({ code }) => code));
  for (const code of ['blood-pressure-category.crisis', 'below_minimum_intake', 'extrapolated', 'qtc.torsades']) {
    expect(codes, code).toContain(code);
  }
});
