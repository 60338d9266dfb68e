import { z } from 'zod';
import { defineCalculator, field, method, result } from '../kit/index.ts';
import { training } from './family.ts';

const iwf = (cycle: string) => ({
  citation: `International Weightlifting Federation. Sinclair coefficients for the Olympic cycle ${cycle}`,
});
const formula = (men: string, women: string) =>
  `Sinclair total = total · 10^(A·log₁₀(weight/b)²) below b kg, the total itself from there; men ${men}, women ${women}`;

const equations = {
  '2021_2024': {
    formula: formula('A = 0.722762521, b = 193.609', 'A = 0.787004341, b = 153.757'),
    sources: [iwf('2021-2024')],
  },
  '2017_2020': {
    formula: formula('A = 0.751945030, b = 175.508', 'A = 0.783497476, b = 153.655'),
    sources: [iwf('2017-2020')],
  },
  '2025_2028': {
    formula: formula('A = 0.700767819, b = 201.159', 'A = 0.674107991, b = 163.918'),
    sources: [iwf('2025-2028')],
  },
};

interface Coefficients {
  readonly a: number;
  /** Weight in kg of the heaviest record holder. From this weight the coefficient is 1. */
  readonly b: number;
}

const CYCLES: Readonly<Record<keyof typeof equations, Readonly<Record<'male' | 'female', Coefficients>>>> = {
  '2021_2024': { male: { a: 0.722762521, b: 193.609 }, female: { a: 0.787004341, b: 153.757 } },
  '2017_2020': { male: { a: 0.75194503, b: 175.508 }, female: { a: 0.783497476, b: 153.655 } },
  '2025_2028': { male: { a: 0.700767819, b: 201.159 }, female: { a: 0.674107991, b: 163.918 } },
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
    method: method(equations, { all: true, aliases: ['cycle'] }),
  }),
  output: z.object({ sinclair_total: result.index(), sinclair_coefficient: result.rounded(6) }),
  profile: ['gender', 'weight', 'total'],
  equations,
  examples: [
    {
      input: { gender: 'male', weight: 89, total: 320 },
      output: { sinclair_total: 386.81, sinclair_coefficient: 1.208772 },
      origin:
        'Independent calculation with 50 digits: log₁₀(89/193.609) = −0.3375355; 10^(0.722762521 · 0.1139302) = 1.208772',
    },
    {
      input: { gender: 'female', weight: 59, total: 200 },
      output: { sinclair_total: 273.66 },
      origin: 'Independent calculation with 50 digits: 273.66207',
    },
    {
      input: { gender: 'male', weight: 193.609, total: 480 },
      output: { sinclair_total: 480, sinclair_coefficient: 1 },
      origin: 'By hand: log₁₀ 1 = 0, so from b on the total counts as it is',
    },
    {
      input: { gender: 'male', weight: 81.5, total: 300, method: '2025_2028' },
      output: { sinclair_coefficient: 1.282014 },
      origin: 'Table of the cycle 2025-2028 as federations print it: 1.28201 at 81.5 kg',
    },
  ],
  calculate({ gender, weight, total, method }) {
    const { a, b } = CYCLES[method][gender];
    const coefficient = weight < b ? 10 ** (a * Math.log10(weight / b) ** 2) : 1;
    return { sinclair_total: total * coefficient, sinclair_coefficient: coefficient };
  },
  explain: () => ({ notes: ['sinclair-total.one_cycle'] }),
});
