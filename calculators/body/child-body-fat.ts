import { z } from 'zod';
import { defineCalculator, exceeds, field, given, method, result } from '../kit/index.ts';
import { body } from './family.ts';

const slaughter = {
  citation:
    'Slaughter MH, Lohman TG, Boileau RA, Horswill CA, Stillman RJ, Van Loan MD, Bemben DA. Skinfold equations for estimation of body fatness in children and youth. Hum Biol 1988;60:709-723',
};

const equations = {
  triceps_calf: { formula: 'boys 0.735·Σ + 1.0 %, girls 0.610·Σ + 5.1 %; Σ in mm', sources: [slaughter] },
  triceps_subscapular: {
    formula:
      'Σ up to 35 mm: boys 1.21·Σ − 0.008·Σ² − c %, girls 1.33·Σ − 0.013·Σ² − 2.5 %; above: boys 0.783·Σ + 1.6 %, girls 0.546·Σ + 9.7 %; c = 1.7, 3.4, 5.5 before, in and after puberty (white), 3.2, 5.2, 6.8 (black)',
    sources: [slaughter],
  },
};

/** The constant of boys by group and maturity. */
const CONSTANTS = {
  white: { prepubescent: 1.7, pubescent: 3.4, postpubescent: 5.5 },
  black: { prepubescent: 3.2, pubescent: 5.2, postpubescent: 6.8 },
};

/** Sum of triceps and subscapular in mm up to which the parabolas hold, and beyond which the lines do. */
const PARABOLA_TO = 35;

const skinfold = () => field.quantity({ min: 2, max: 80 }, 'mm', 'mm');

const input = z.object({
  gender: field.gender(),
  age: field.age({ min: 8, max: 18 }),
  triceps_skinfold: skinfold(),
  calf_skinfold: skinfold().optional(),
  subscapular_skinfold: skinfold().optional(),
  maturity: field.choice(['prepubescent', 'pubescent', 'postpubescent'], { labels: 'maturity' }).optional(),
  population: field.choice(['white', 'black'], { labels: 'population' }).optional(),
  method: method(equations, { all: true }),
});

/** Body fat of children and adolescents from two skinfolds. */
export const childBodyFat = defineCalculator({
  name: 'child-body-fat',
  family: body,
  since: 'v1.0.0',
  input,
  output: z.object({ body_fat_percent: result.percent(), sum_of_skinfolds_mm: result.rounded(1) }),
  profile: ['gender', 'age', 'triceps_skinfold', 'calf_skinfold', 'subscapular_skinfold', 'maturity', 'population'],
  usedBy: {
    calf_skinfold: ['triceps_calf'],
    subscapular_skinfold: ['triceps_subscapular'],
    maturity: ['triceps_subscapular'],
    population: ['triceps_subscapular'],
  },
  equations,
  examples: [
    {
      input: { gender: 'female', age: 12, triceps_skinfold: 12, calf_skinfold: 14 },
      output: { body_fat_percent: 20.96, sum_of_skinfolds_mm: 26 },
      origin: 'By hand: 0.610 · 26 + 5.1 = 20.96',
    },
    {
      input: {
        gender: 'male',
        age: 10,
        triceps_skinfold: 10,
        subscapular_skinfold: 10,
        maturity: 'prepubescent',
        population: 'white',
        method: 'triceps_subscapular',
      },
      output: { body_fat_percent: 19.3, sum_of_skinfolds_mm: 20 },
      origin: 'By hand: 1.21 · 20 − 0.008 · 400 − 1.7 = 24.2 − 3.2 − 1.7 = 19.3',
    },
    {
      input: {
        gender: 'female',
        age: 15,
        triceps_skinfold: 18,
        subscapular_skinfold: 17,
        method: 'triceps_subscapular',
      },
      output: { body_fat_percent: 28.13, sum_of_skinfolds_mm: 35 },
      origin:
        'By hand, at the last sum of the parabola: 1.33 · 35 − 0.013 · 1225 − 2.5 = 46.55 − 15.925 − 2.5 = 28.125',
    },
    {
      input: {
        gender: 'male',
        age: 17,
        triceps_skinfold: 20,
        subscapular_skinfold: 20,
        method: 'triceps_subscapular',
      },
      output: { body_fat_percent: 32.92, sum_of_skinfolds_mm: 40 },
      origin: 'By hand: 0.783 · 40 + 1.6 = 32.92',
    },
  ],
  calculate(child) {
    const { percent, sum } = BY_METHOD[child.method](child);
    return { body_fat_percent: percent, sum_of_skinfolds_mm: sum };
  },
});

type Child = z.output<typeof input>;

interface Estimate {
  readonly percent: number;
  readonly sum: number;
}

const BY_METHOD: Readonly<Record<keyof typeof equations, (child: Child) => Estimate>> = {
  triceps_calf(child) {
    const sum = child.triceps_skinfold + given(child, ['calf_skinfold'], 'triceps_calf').calf_skinfold;
    return { sum, percent: child.gender === 'male' ? 0.735 * sum + 1 : 0.61 * sum + 5.1 };
  },
  triceps_subscapular(child) {
    const { triceps_skinfold, subscapular_skinfold } = given(child, ['subscapular_skinfold'], 'triceps_subscapular');
    const sum = triceps_skinfold + subscapular_skinfold;
    const beyond = exceeds(sum, PARABOLA_TO);
    if (child.gender === 'female') {
      return { sum, percent: beyond ? 0.546 * sum + 9.7 : 1.33 * sum - 0.013 * sum ** 2 - 2.5 };
    }
    if (beyond) return { sum, percent: 0.783 * sum + 1.6 };
    const { maturity, population } = given(child, ['maturity', 'population'], 'triceps_subscapular');
    return { sum, percent: 1.21 * sum - 0.008 * sum ** 2 - CONSTANTS[population][maturity] };
  },
};
