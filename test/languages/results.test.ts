import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Calculator, describeResults, LANGUAGES, type ResultDescription } from '../../calculators/kit/index.ts';

/** The calculators of every family. */
const calculators = (
  await Promise.all(
    globSync('calculators/*/family.ts')
      .filter((path) => !path.includes('/kit/'))
      .map(async (path): Promise<Calculator[]> => {
        const folder = dirname(path).split('/').at(-1);
        return Object.values(await import(`../../calculators/${folder}/index.ts`)).flat() as Calculator[];
      }),
  )
).flat();

const everyPath = (results: readonly ResultDescription[], above = ''): [string, ResultDescription][] =>
  results.flatMap((result) => [
    [`${above}${result.name}`, result] as [string, ResultDescription],
    ...everyPath(result.members ?? [], `${above}${result.name}.`),
  ]);

// A fall-back to English would also be a text, so the languages are counted by the test of missing messages.
describe('every result of a calculator', () => {
  it('says what it is', () => {
    const silent = calculators.flatMap((calculator) =>
      LANGUAGES.flatMap((language) =>
        everyPath(describeResults(calculator, language))
          .filter(([, { description }]) => description === undefined)
          .map(([path]) => `${calculator.name} ${path} (${language})`),
      ),
    );
    expect(silent).toEqual([]);
  });

  it('has its unit, decimals and words', () => {
    const bmi = calculators.find(({ name }) => name === 'bmi');
    expect(bmi && describeResults(bmi, 'en')).toMatchObject([
      { name: 'bmi', type: 'number', description: 'Body mass index', decimals: 2 },
      { name: 'bmi_prime', decimals: 3 },
      { name: 'category', type: 'string', allowed: expect.arrayContaining(['normal', 'obesity_class_1']) },
      {
        name: 'healthy_weight_kg',
        type: 'object',
        unit: 'kg',
        members: [
          { name: 'min', type: 'number', decimals: 2 },
          { name: 'max', type: 'number' },
        ],
      },
    ]);
    const output = calculators.find(({ name }) => name === 'cardiac-output');
    expect(output && describeResults(output, 'en').find(({ name }) => name.startsWith('cardiac_index'))?.unit).toBe(
      'L/min/m²',
    );
  });
});
