import { z } from 'zod';
import { classify, defineCalculator, field, method, OutsideValidity, result } from '../kit/index.ts';
import { densitySources, fatOfDensity } from './density.ts';
import { body } from './family.ts';
import { FAT_CLASSES_FROM, fatClasses } from './fat-classes.ts';
import {
  DURNIN_SITES,
  durninDensity,
  PARABOLAS,
  parabola,
  type SkinfoldEquation,
  skinfoldEquations,
  sumOf,
  turningPoint,
} from './skinfold-equations.ts';
import { ace } from './sources.ts';

/** Thickness of a skinfold at one site, in mm in every unit system. */
const skinfold = () => field.quantity({ min: 2, max: 80 }, 'mm', 'mm').optional();

const input = z.object({
  gender: field.gender(),
  age: field.age({ min: 16, max: 72 }),
  chest_skinfold: skinfold(),
  midaxillary_skinfold: skinfold(),
  triceps_skinfold: skinfold(),
  subscapular_skinfold: skinfold(),
  abdomen_skinfold: skinfold(),
  suprailiac_skinfold: skinfold(),
  thigh_skinfold: skinfold(),
  biceps_skinfold: skinfold(),
  conversion: field.choice(['siri', 'brozek'], { labels: 'conversion' }).default('siri'),
  method: method(skinfoldEquations, { all: true }),
});

/** Ages in completed years of the people in the studies. */
const AGES: Readonly<Record<SkinfoldEquation, Readonly<Record<'male' | 'female', { min: number; max: number }>>>> = {
  jackson_pollock_3: { male: { min: 18, max: 61 }, female: { min: 18, max: 55 } },
  jackson_pollock_4: { male: { min: 18, max: 61 }, female: { min: 18, max: 55 } },
  jackson_pollock_7: { male: { min: 18, max: 61 }, female: { min: 18, max: 55 } },
  durnin_womersley: { male: { min: 16, max: 72 }, female: { min: 16, max: 72 } },
};

/** Body fat from the thickness of skinfolds, measured with calipers. */
export const skinfoldBodyFat = defineCalculator({
  name: 'skinfold-body-fat',
  family: body,
  since: 'v1.0.0',
  input,
  output: z.object({
    body_fat_percent: result.percent(),
    body_density_g_per_cm3: result.rounded(5).optional(),
    sum_of_skinfolds_mm: result.rounded(1),
    category: result.classOf(fatClasses.male, fatClasses.female).optional(),
  }),
  profile: [
    'gender',
    'age',
    'chest_skinfold',
    'midaxillary_skinfold',
    'triceps_skinfold',
    'subscapular_skinfold',
    'abdomen_skinfold',
    'suprailiac_skinfold',
    'thigh_skinfold',
    'biceps_skinfold',
    'conversion',
  ],
  usedBy: {
    chest_skinfold: ['jackson_pollock_3', 'jackson_pollock_7'],
    midaxillary_skinfold: ['jackson_pollock_7'],
    subscapular_skinfold: ['jackson_pollock_7', 'durnin_womersley'],
    abdomen_skinfold: ['jackson_pollock_3', 'jackson_pollock_4', 'jackson_pollock_7'],
    thigh_skinfold: ['jackson_pollock_3', 'jackson_pollock_4', 'jackson_pollock_7'],
    biceps_skinfold: ['durnin_womersley'],
    conversion: ['jackson_pollock_3', 'jackson_pollock_7', 'durnin_womersley'],
  },
  equations: skinfoldEquations,
  sources: [densitySources.siri, densitySources.brozek, ace],
  examples: [
    {
      input: { gender: 'male', age: 35, chest_skinfold: 10, abdomen_skinfold: 20, thigh_skinfold: 15 },
      output: {
        body_fat_percent: 14.17,
        body_density_g_per_cm3: 1.06641,
        sum_of_skinfolds_mm: 45,
        category: 'fitness',
      },
      origin: 'By hand: D = 1.10938 − 0.0372015 + 0.00324 − 0.009009 = 1.0664095; 495 / D − 450 = 14.1746',
    },
    {
      input: {
        gender: 'female',
        age: 28,
        method: 'jackson_pollock_7',
        chest_skinfold: 10,
        midaxillary_skinfold: 12,
        triceps_skinfold: 18,
        subscapular_skinfold: 14,
        abdomen_skinfold: 18,
        suprailiac_skinfold: 16,
        thigh_skinfold: 22,
      },
      output: { body_fat_percent: 22.1, sum_of_skinfolds_mm: 110, category: 'fitness' },
      origin: 'By hand: Σ = 110; D = 1.097 − 0.0516681 + 0.006776 − 0.00359184 = 1.04851606; 495 / D − 450 = 22.0957',
    },
    {
      input: {
        gender: 'male',
        age: 33,
        method: 'durnin_womersley',
        biceps_skinfold: 6,
        triceps_skinfold: 12,
        subscapular_skinfold: 16,
        suprailiac_skinfold: 18,
      },
      output: { body_fat_percent: 21.95, sum_of_skinfolds_mm: 52, category: 'average' },
      origin: 'Independent calculation with 50 digits: D = 1.1422 − 0.0544·log₁₀ 52, 21.9546 %',
    },
    {
      input: {
        gender: 'male',
        age: 25,
        method: 'jackson_pollock_4',
        triceps_skinfold: 14,
        suprailiac_skinfold: 20,
        abdomen_skinfold: 26,
        thigh_skinfold: 18,
      },
      output: { body_fat_percent: 18, sum_of_skinfolds_mm: 78, category: 'average' },
      origin:
        'By hand: 0.29288 · 78 − 0.0005 · 6084 + 0.15845 · 25 − 5.76377 = 22.84464 − 3.042 + 3.96125 − 5.76377 = 18.00012, just in the band from 18',
    },
  ],
  calculate(person) {
    const { gender, age, method, conversion } = person;
    const { min, max } = AGES[method][gender];
    if (age < min || age > max) throw new OutsideValidity('age', 'skinfold-body-fat.ages', { method, min, max });
    const measurement = measure(person);
    const fat = 'density' in measurement ? fatOfDensity[conversion](measurement.density) : measurement.percent;
    return {
      body_fat_percent: fat,
      ...('density' in measurement ? { body_density_g_per_cm3: measurement.density } : {}),
      sum_of_skinfolds_mm: measurement.sum,
      ...(age < FAT_CLASSES_FROM ? {} : { category: classify(fat, fatClasses[gender]) }),
    };
  },
  explain: ({ gender }) => ({ classes: { category: fatClasses[gender] }, notes: ['skinfold-body-fat.training'] }),
});

/** The result of an equation: a density, or body fat in percent from the one equation that needs no density. */
type Measurement = { readonly sum: number } & ({ readonly density: number } | { readonly percent: number });

function measure(person: z.output<typeof input>): Measurement {
  const { gender, age, method } = person;
  if (method === 'durnin_womersley') {
    const sum = sumOf(person, DURNIN_SITES, method);
    return { sum, density: durninDensity(gender, age, sum) };
  }
  const equation = PARABOLAS[method][gender];
  const sum = sumOf(person, equation.sites, method);
  const most = turningPoint(equation);
  if (sum > most) {
    throw new OutsideValidity(`${equation.sites[0]}_skinfold`, 'skinfold-body-fat.sum', { max: Math.floor(most) });
  }
  const value = parabola(equation, sum, age);
  return method === 'jackson_pollock_4' ? { sum, percent: value } : { sum, density: value };
}
