import { z } from 'zod';
import { defineCalculator, field, method, result } from '../kit/index.ts';
import { training } from './family.ts';
import { MASTERS_AGES, mastersCoefficient } from './weightlifting-age-coefficients.ts';

const iwf = (cycle: string) => ({
  citation: `International Weightlifting Federation. Sinclair coefficients for the Olympic cycle ${cycle}`,
});
const formula = (men: string, women: string) =>
  `Sinclair total = total · 10^(A·log₁₀(weight/b)²) below b kg, the total itself from there; men ${men}, women ${women}`;

const equations = {
  '2025_2028': {
    formula: formula('A = 0.700767819, b = 201.159', 'A = 0.674107991, b = 163.918'),
    sources: [iwf('2025-2028')],
    synonyms: ['2025-2028'],
    date: '2025-01-01',
  },
  '2021_2024': {
    formula: formula('A = 0.722762521, b = 193.609', 'A = 0.787004341, b = 153.757'),
    sources: [iwf('2021-2024')],
    synonyms: ['2021-2024'],
    date: '2021-01-01',
  },
  '2017_2020': {
    formula: formula('A = 0.751945030, b = 175.508', 'A = 0.783497476, b = 153.655'),
    sources: [iwf('2017-2020')],
    synonyms: ['2017-2020'],
    date: '2017-01-01',
  },
};

interface Coefficients {
  readonly a: number;
  /** Weight in kg of the heaviest record holder. From this weight the coefficient is 1. */
  readonly b: number;
}

const CYCLES: Readonly<Record<keyof typeof equations, Readonly<Record<'male' | 'female', Coefficients>>>> = {
  '2025_2028': { male: { a: 0.700767819, b: 201.159 }, female: { a: 0.674107991, b: 163.918 } },
  '2021_2024': { male: { a: 0.722762521, b: 193.609 }, female: { a: 0.787004341, b: 153.757 } },
  '2017_2020': { male: { a: 0.75194503, b: 175.508 }, female: { a: 0.783497476, b: 153.655 } },
};

const meltzer1994 = {
  citation: 'Meltzer DE. Age dependence of Olympic weightlifting ability. Med Sci Sports Exerc 1994;26:1053-1067',
};
const huebner2019 = {
  citation:
    'Huebner M, Meltzer DE, Perperoglou A. Age-associated performance decline and sex differences in Olympic weightlifting. Med Sci Sports Exerc 2019;51:2302-2308',
  doi: '10.1249/MSS.0000000000002037',
};
const mastersFactors = {
  citation: 'IWF Masters. Age factors 2019: Meltzer-Faber (men), Meltzer-Huebner-Faber (women)',
};

/** The total that a weightlifter of the same ability would have in the heaviest class. */
export const sinclairTotal = defineCalculator({
  name: 'sinclair-total',
  family: training,
  since: 'v1.0.0',
  input: z.object({
    gender: field.gender(),
    weight: field.weight({ min: 25, max: 250 }),
    total: field.mass({ min: 1, max: 700 }),
    age: field.age(MASTERS_AGES).optional(),
    method: method(equations, { all: true, aliases: ['cycle'] }),
  }),
  output: z.object({
    sinclair_total: result.index(),
    sinclair_coefficient: result.rounded(6),
    masters_total: result.index().optional(),
    age_coefficient: result.rounded(3).optional(),
  }),
  profile: ['gender', 'weight', 'total', 'age'],
  equations,
  // The International Weightlifting Federation changes the coefficients on the first day of each Olympic cycle.
  earlier: [
    { before: '2025-01-01', defaults: { method: '2021_2024' } },
    { before: '2021-01-01', defaults: { method: '2017_2020' } },
  ],
  sources: [meltzer1994, huebner2019, mastersFactors],
  examples: [
    {
      input: { gender: 'male', weight: 89, total: 320 },
      output: { sinclair_total: 391.78, sinclair_coefficient: 1.224311 },
      origin:
        'Independent calculation with 50 digits: log₁₀(89/201.159) = −0.3541495; 10^(0.700767819 · 0.1254218) = 1.224311',
    },
    {
      input: { gender: 'male', weight: 81.5, total: 300 },
      output: { sinclair_coefficient: 1.282014 },
      origin: 'Table of the cycle 2025-2028 as federations print it: 1.28201 at 81.5 kg',
    },
    {
      input: { gender: 'female', weight: 59, total: 200, method: '2021_2024' },
      output: { sinclair_total: 273.66 },
      origin: 'Independent calculation with 50 digits: 273.66207',
    },
    {
      input: { gender: 'male', weight: 193.609, total: 480, method: '2021_2024' },
      output: { sinclair_total: 480, sinclair_coefficient: 1 },
      origin: 'By hand: log₁₀ 1 = 0, so from b on the total counts as it is',
    },
    {
      input: { gender: 'male', weight: 201.159, total: 200, age: 60 },
      output: { sinclair_total: 200, masters_total: 302.8, age_coefficient: 1.514 },
      origin: 'By hand: the total itself at b kg; 200 · 1.514, the Meltzer-Faber coefficient at 60 years',
    },
    {
      input: { gender: 'female', weight: 163.918, total: 150, age: 60 },
      output: { masters_total: 255.75, age_coefficient: 1.705 },
      origin: 'By hand: 150 · 1.705, the Meltzer-Huebner-Faber coefficient at 60 years',
    },
  ],
  calculate({ gender, weight, total, age, method }) {
    const { a, b } = CYCLES[method][gender];
    const coefficient = weight < b ? 10 ** (a * Math.log10(weight / b) ** 2) : 1;
    const lifted = { sinclair_total: total * coefficient, sinclair_coefficient: coefficient };
    if (age === undefined) return lifted;
    const ageCoefficient = mastersCoefficient(gender, age);
    return { ...lifted, masters_total: lifted.sinclair_total * ageCoefficient, age_coefficient: ageCoefficient };
  },
  explain: ({ age }) => ({
    notes: ['sinclair-total.one_cycle', ...(age === undefined ? [] : ['sinclair-total.masters'])],
  }),
});
