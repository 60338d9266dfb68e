import { z } from 'zod';
import { above, type ClassTable, classify, classTable, defineCalculator, field, method, result } from '../kit/index.ts';
import { liver } from './family.ts';
import { aminotransferase, platelets } from './liver-fields.ts';

const sterling2006 = {
  citation:
    'Sterling RK, Lissen E, Clumeck N, et al. Development of a simple noninvasive index to predict significant fibrosis in patients with HIV/HCV coinfection. Hepatology 2006;43:1317-1325',
  doi: '10.1002/hep.21178',
};

/** The same index, read with the limits for fatty liver or with those of the paper, for viral hepatitis. */
const equations = {
  steatotic: {
    formula: 'FIB-4 = age · AST / (platelets · √ALT); low below 1.3 (from 65 years below 2.0), high above 2.67',
    sources: [
      sterling2006,
      {
        citation:
          'Shah AG, Lydecker A, Murray K, Tetri BN, Contos MJ, Sanyal AJ. Comparison of noninvasive markers of fibrosis in patients with nonalcoholic fatty liver disease. Clin Gastroenterol Hepatol 2009;7:1104-1112',
        doi: '10.1016/j.cgh.2009.05.033',
      },
      {
        citation:
          'McPherson S, Hardy T, Dufour JF, et al. Age as a confounding factor for the accurate non-invasive diagnosis of advanced NAFLD fibrosis. Am J Gastroenterol 2017;112:740-751',
        doi: '10.1038/ajg.2016.453',
      },
    ],
    synonyms: ['masld', 'nafld'],
  },
  viral: {
    formula: 'FIB-4 = age · AST / (platelets · √ALT); low below 1.45, high above 3.25',
    sources: [sterling2006],
    synonyms: ['sterling'],
  },
};

const STEATOTIC = classTable({ low: 0, indeterminate: 1.3, high: above(2.67) });
const STEATOTIC_FROM_65 = classTable({ low: 0, indeterminate: 2, high: above(2.67) });
const VIRAL = classTable({ low: 0, indeterminate: 1.45, high: above(3.25) });

const limits = (method: keyof typeof equations, age: number): ClassTable<'low' | 'indeterminate' | 'high'> =>
  method === 'viral' ? VIRAL : age >= 65 ? STEATOTIC_FROM_65 : STEATOTIC;

/** How likely advanced fibrosis is, from age and routine values. */
export const fib4 = defineCalculator({
  name: 'fib-4',
  family: liver,
  since: 'v1.0.0',
  aliases: ['fib4'],
  input: z.object({
    age: field.age({ min: 18, max: 110 }),
    ast: aminotransferase(),
    alt: aminotransferase(),
    platelets: platelets(),
    method: method(equations, { all: true }),
  }),
  output: z.object({ fib_4: result.index(), category: result.classOf(STEATOTIC) }),
  profile: ['age', 'ast', 'alt', 'platelets'],
  equations,
  examples: [
    {
      input: { age: 52, ast: 30, alt: 36, platelets: 200 },
      output: { fib_4: 1.3, category: 'indeterminate' },
      origin: 'By hand: 52 · 30 / (200 · 6) = 1560 / 1200 = 1.3, where low ends (Shah 2009: below 1.3)',
    },
    {
      input: { age: 65, ast: 40, alt: 64, platelets: 200 },
      output: { fib_4: 1.63, category: 'low' },
      origin: 'By hand: 65 · 40 / (200 · 8) = 2600 / 1600 = 1.625; from 65 years low ends at 2.0 (McPherson 2017)',
    },
    {
      input: { age: 65, ast: 100, alt: 100, platelets: 200, method: 'viral' },
      output: { fib_4: 3.25, category: 'indeterminate' },
      origin: 'By hand: 65 · 100 / (200 · 10) = 6500 / 2000 = 3.25; high is above it (Sterling 2006)',
    },
  ],
  calculate({ age, ast, alt, platelets, method }) {
    const index = (age * ast) / (platelets * Math.sqrt(alt));
    return { fib_4: index, category: classify(index, limits(method, age)) };
  },
  explain: ({ age, method }) => ({
    classes: { category: limits(method, age) },
    warnings: age < 35 ? ['fib-4.young'] : [],
    notes: ['fib-4.not_acute'],
  }),
});
