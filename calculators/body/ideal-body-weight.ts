import { z } from 'zod';
import { defineCalculator, field, method, OutsideValidity, result } from '../kit/index.ts';
import { body } from './family.ts';
import { FIVE_FEET_CM, idealAt, idealWeight, idealWeightEquations } from './ideal-weight-equations.ts';
import { HEALTHY_BMI, squareMetres, weightRange } from './quetelet.ts';
import { who2000 } from './sources.ts';

const equations = {
  ...idealWeightEquations,
  lemmens: {
    formula: '22 · height² [m²] kg',
    sources: [
      {
        citation:
          'Lemmens HJM, Brodsky JB, Bernstein DP. Estimating ideal body weight: a new formula. Obes Surg 2005;15:1082-1083',
      },
    ],
  },
};

/** Hamwi's factor for the body frame. */
const FRAME = { small: 0.9, medium: 1, large: 1.1 };

const input = z.object({
  gender: field.gender(),
  height: field.height({ min: 120, max: 250 }),
  body_frame: field.choice(['small', 'medium', 'large'], { labels: 'body_frame' }).optional(),
  // Only Hamwi uses the frame, so the default equation depends on whether it is given.
  method: method(equations, { all: true }).unwrap().optional(),
});

/** The weight of a person of medium build at a height, and the weights of a healthy BMI. */
export const idealBodyWeight = defineCalculator({
  name: 'ideal-body-weight',
  family: body,
  since: 'classic',
  aliases: ['ibw'],
  input,
  output: z.object({
    ideal_body_weight_kg: result.kilograms(),
    healthy_weight_kg: z.object({ min: result.kilograms(), max: result.kilograms() }),
  }),
  profile: ['gender', 'height', 'body_frame'],
  equations,
  sources: [who2000],
  examples: [
    {
      input: { gender: 'male', height: 177.8 },
      output: { ideal_body_weight_kg: 73, healthy_weight_kg: { min: 58.48, max: 78.72 } },
      origin: 'By hand: 177.8 cm = 70 in; 50 + 2.3 · 10 = 73; 18.5 · 3.161284 = 58.484; 24.9 · 3.161284 = 78.716',
    },
    {
      input: { gender: 'female', height: 165 },
      output: { ideal_body_weight_kg: 56.91 },
      origin: 'By hand: 165 / 2.54 − 60 = 4.960630; 45.5 + 2.3 · 4.960630 = 56.9094',
    },
    {
      input: { gender: 'male', height: 178, method: 'robinson' },
      output: { ideal_body_weight_kg: 71.15 },
      origin: 'By hand: 178 / 2.54 − 60 = 10.078740; 52 + 1.9 · 10.078740 = 71.1496',
    },
    {
      input: { gender: 'female', height: 152.4, body_frame: 'small' },
      output: { ideal_body_weight_kg: 40.95 },
      origin: 'By hand: 152.4 cm = 5 ft, where the line begins; 45.5 · 0.9 = 40.95',
    },
  ],
  calculate(person) {
    const { gender, height, body_frame } = person;
    const equation = chosen(person);
    if (body_frame !== undefined && equation !== 'hamwi') {
      throw new OutsideValidity('body_frame', 'ideal-body-weight.frame_of_hamwi');
    }
    const ideal = equation === 'lemmens' ? 22 * squareMetres(height) : idealWeight(equation, gender, height);
    return {
      ideal_body_weight_kg: idealAt(height, ideal * FRAME[body_frame ?? 'medium']),
      healthy_weight_kg: weightRange(height, HEALTHY_BMI),
    };
  },
  explain(person) {
    const equation = chosen(person);
    const short = person.height < FIVE_FEET_CM && equation !== 'lemmens';
    return { equation, warnings: short ? [['extrapolated', { field: 'height' }]] : [] };
  },
});

const chosen = ({ method, body_frame }: z.output<typeof input>) =>
  method ?? (body_frame === undefined ? 'devine' : 'hamwi');
