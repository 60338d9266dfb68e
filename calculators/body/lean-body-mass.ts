import { z } from 'zod';
import { defineCalculator, exceeds, field, method, OutsideValidity, result } from '../kit/index.ts';
import { body } from './family.ts';
import { quetelet } from './quetelet.ts';

const equations = {
  boer: {
    formula: 'men 0.407·weight [kg] + 0.267·height [cm] − 19.2 kg; women 0.252·weight + 0.473·height − 48.3 kg',
    sources: [
      {
        citation:
          'Boer P. Estimated lean body mass as an index for normalization of body fluid volumes in humans. Am J Physiol 1984;247:F632-F636',
        doi: '10.1152/ajprenal.1984.247.4.F632',
      },
    ],
  },
  james: {
    formula: 'men 1.1·weight [kg] − 128·(weight/height [cm])² kg; women 1.07·weight − 148·(weight/height)² kg',
    sources: [{ citation: 'James WPT. Research on obesity: a report of the DHSS/MRC group. HMSO, London 1976' }],
  },
  hume: {
    formula:
      'men 0.32810·weight [kg] + 0.33929·height [cm] − 29.5336 kg; women 0.29569·weight + 0.41813·height − 43.2933 kg',
    sources: [
      {
        citation: 'Hume R. Prediction of lean body mass from height and weight. J Clin Pathol 1966;19:389-391',
        doi: '10.1136/jcp.19.4.389',
      },
    ],
  },
  janmahasatian: {
    formula: 'men 9270·weight [kg] / (6680 + 216·BMI) kg; women 9270·weight / (8780 + 244·BMI) kg',
    sources: [
      {
        citation:
          'Janmahasatian S, Duffull SB, Ash S, Ward LC, Byrne NM, Green B. Quantification of lean bodyweight. Clin Pharmacokinet 2005;44:1051-1065',
        doi: '10.2165/00003088-200544100-00004',
      },
    ],
  },
  peters: {
    formula: 'children 3.8 · 0.0215 · weight^0.6469 [kg] · height^0.7236 [cm] kg',
    sources: [
      {
        citation:
          'Peters AM, Snelling HLR, Glass DM, Bird NJ. Estimation of lean body mass in children. Br J Anaesth 2011;106:719-723',
        doi: '10.1093/bja/aer057',
      },
    ],
  },
};

type Equation = (weight: number, height: number) => number;

const BY_GENDER: Readonly<Record<keyof typeof equations, Readonly<Record<'male' | 'female', Equation>>>> = {
  boer: {
    male: (weight, height) => 0.407 * weight + 0.267 * height - 19.2,
    female: (weight, height) => 0.252 * weight + 0.473 * height - 48.3,
  },
  james: {
    male: (weight, height) => 1.1 * weight - 128 * (weight / height) ** 2,
    female: (weight, height) => 1.07 * weight - 148 * (weight / height) ** 2,
  },
  hume: {
    male: (weight, height) => 0.3281 * weight + 0.33929 * height - 29.5336,
    female: (weight, height) => 0.29569 * weight + 0.41813 * height - 43.2933,
  },
  janmahasatian: {
    male: (weight, height) => (9270 * weight) / (6680 + 216 * quetelet(weight, height)),
    female: (weight, height) => (9270 * weight) / (8780 + 244 * quetelet(weight, height)),
  },
  peters: { male: peters, female: peters },
};

function peters(weight: number, height: number): number {
  const extracellularFluid = 0.0215 * weight ** 0.6469 * height ** 0.7236;
  return 3.8 * extracellularFluid;
}

/** BMI where the parabola of James turns: 1.1·10⁴ / (2·128) and 1.07·10⁴ / (2·148). */
const JAMES_TURNS = { male: 11_000 / 256, female: 10_700 / 296 };

const ADULT_FROM = 18;
const CHILD_TO = 14;

/** Lean body mass from weight and height. */
export const leanBodyMass = defineCalculator({
  name: 'lean-body-mass',
  family: body,
  since: 'classic',
  aliases: ['lbm'],
  input: z.object({
    gender: field.gender(),
    weight: field.weight({ min: 3, max: 350 }),
    height: field.height({ min: 50, max: 250 }),
    age: field.age({ min: 0, max: 120 }).optional(),
    method: method(equations, { all: true }),
  }),
  output: z.object({ lean_body_mass_kg: result.kilograms(), body_fat_percent: result.percent() }),
  profile: ['gender', 'weight', 'height', 'age'],
  equations,
  examples: [
    {
      input: { gender: 'male', weight: 85, height: 182 },
      output: { lean_body_mass_kg: 63.99, body_fat_percent: 24.72 },
      origin: 'By hand: 0.407 · 85 + 0.267 · 182 − 19.2 = 34.595 + 48.594 − 19.2 = 63.989; 1 − 63.989 / 85 = 24.719 %',
    },
    {
      input: { gender: 'female', weight: 60, height: 165, method: 'hume' },
      output: { lean_body_mass_kg: 43.44 },
      origin: 'By hand: 0.29569 · 60 + 0.41813 · 165 − 43.2933 = 17.7414 + 68.99145 − 43.2933 = 43.43955',
    },
    {
      input: { gender: 'male', weight: 100, height: 200, method: 'james' },
      output: { lean_body_mass_kg: 78, body_fat_percent: 22 },
      origin: 'By hand: 1.1 · 100 − 128 · 0.5² = 110 − 32 = 78',
    },
    {
      input: { gender: 'female', weight: 40, height: 153, age: 13, method: 'peters' },
      output: { lean_body_mass_kg: 33.84 },
      origin: 'Independent calculation with 50 digits: 3.8 · 0.0215 · 40^0.6469 · 153^0.7236 = 33.8405',
    },
  ],
  calculate({ gender, weight, height, age, method }) {
    if (method === 'peters') {
      if (age !== undefined && age > CHILD_TO) {
        throw new OutsideValidity('age', 'lean-body-mass.children_only', { max: CHILD_TO });
      }
    } else if (age !== undefined && age < ADULT_FROM) {
      throw new OutsideValidity('age', 'lean-body-mass.adults_only', { method, min: ADULT_FROM, max: CHILD_TO });
    }
    if (method === 'james' && exceeds(quetelet(weight, height), JAMES_TURNS[gender])) {
      throw new OutsideValidity('method', 'lean-body-mass.james_turns');
    }
    const lean = BY_GENDER[method][gender](weight, height);
    return { lean_body_mass_kg: lean, body_fat_percent: 100 * (1 - lean / weight) };
  },
});
