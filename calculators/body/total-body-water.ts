import { z } from 'zod';
import { defineCalculator, field, given, method, OutsideValidity, result } from '../kit/index.ts';
import { body } from './family.ts';
import { WATSON_FROM_AGE, watson1980, watsonWater } from './watson.ts';

const equations = {
  watson: {
    formula:
      'men 2.447 − 0.09516·age + 0.1074·height [cm] + 0.3362·weight [kg] L; women −2.097 + 0.1069·height + 0.2466·weight L',
    sources: [watson1980],
  },
  hume_weyers: {
    formula:
      'men 0.194786·height [cm] + 0.296785·weight [kg] − 14.012934 L; women 0.344547·height + 0.183809·weight − 35.270121 L',
    sources: [
      {
        citation:
          'Hume R, Weyers E. Relationship between total body water and surface area in normal and obese subjects. J Clin Pathol 1971;24:234-238',
      },
    ],
  },
};

const input = z.object({
  gender: field.gender(),
  weight: field.weight({ min: 25, max: 350 }),
  height: field.height({ min: 120, max: 250 }),
  age: field.age({ min: 0, max: 120 }).optional(),
  method: method(equations, { all: true }),
});

/** Total body water of adults. */
export const totalBodyWater = defineCalculator({
  name: 'total-body-water',
  family: body,
  since: 'v1.0.0',
  aliases: ['tbw'],
  input,
  output: z.object({ total_body_water_l: result.litres(), share_of_weight_percent: result.percent() }),
  profile: ['gender', 'weight', 'height', 'age'],
  equations,
  examples: [
    {
      input: { gender: 'male', weight: 82, height: 178, age: 40 },
      output: { total_body_water_l: 45.33, share_of_weight_percent: 55.28 },
      origin: 'By hand: 2.447 − 3.8064 + 19.1172 + 27.5684 = 45.3262; / 82 = 55.276 %',
    },
    {
      input: { gender: 'female', weight: 60, height: 165 },
      output: { total_body_water_l: 30.34 },
      origin: 'By hand: −2.097 + 17.6385 + 14.796 = 30.3375',
    },
    {
      input: { gender: 'female', weight: 60, height: 165, method: 'hume_weyers' },
      output: { total_body_water_l: 32.61 },
      origin: 'By hand: 0.344547 · 165 + 0.183809 · 60 − 35.270121 = 56.850255 + 11.02854 − 35.270121 = 32.608674',
    },
  ],
  calculate(person) {
    const { weight, age, method } = person;
    if (age !== undefined && age < WATSON_FROM_AGE) {
      throw new OutsideValidity('age', 'total-body-water.adults_only', { min: WATSON_FROM_AGE });
    }
    const water = WATER[method](person);
    return { total_body_water_l: water, share_of_weight_percent: (100 * water) / weight };
  },
});

type Person = z.output<typeof input>;

const WATER: Readonly<Record<keyof typeof equations, (person: Person) => number>> = {
  watson: (person) =>
    person.gender === 'female' ? watsonWater.female(person) : watsonWater.male(given(person, ['age'], 'watson')),
  hume_weyers: ({ gender, weight, height }) =>
    gender === 'male'
      ? 0.194786 * height + 0.296785 * weight - 14.012934
      : 0.344547 * height + 0.183809 * weight - 35.270121,
};
