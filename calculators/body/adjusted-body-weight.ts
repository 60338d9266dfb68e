import { z } from 'zod';
import { defineCalculator, exceeds, field, method, OutsideValidity, result } from '../kit/index.ts';
import { body } from './family.ts';
import { FIVE_FEET_CM, idealAt, idealWeight, idealWeightEquations } from './ideal-weight-equations.ts';

const bauer = {
  citation:
    'Bauer LA, Edwards WA, Dellinger EP, Simonowitz DA. Influence of weight on aminoglycoside pharmacokinetics in normal weight and morbidly obese patients. Eur J Clin Pharmacol 1983;24:643-647',
};

/** Percent of the ideal weight from which the adjusted weight is used in practice. */
const USED_FROM = 120;

/** The weight between the ideal and the actual one. Doses and energy needs of overweight people are based on it. */
export const adjustedBodyWeight = defineCalculator({
  name: 'adjusted-body-weight',
  family: body,
  since: 'classic',
  aliases: ['ajbw'],
  input: z.object({
    gender: field.gender(),
    weight: field.weight({ min: 20, max: 650 }),
    height: field.height({ min: 120, max: 250 }),
    factor: field.quantity({ min: 0.2, max: 0.5 }).default(0.4),
    method: method(idealWeightEquations, { all: true }),
  }),
  output: z.object({
    adjusted_body_weight_kg: result.kilograms(),
    ideal_body_weight_kg: result.kilograms(),
    percent_of_ideal_weight: result.percent(),
  }),
  profile: ['gender', 'weight', 'height', 'factor'],
  equations: idealWeightEquations,
  sources: [bauer],
  examples: [
    {
      input: { gender: 'female', weight: 95, height: 165 },
      output: { adjusted_body_weight_kg: 72.15, ideal_body_weight_kg: 56.91, percent_of_ideal_weight: 166.93 },
      origin:
        'By hand: ideal 45.5 + 2.3 · 4.960630 = 56.909449; + 0.4 · 38.090551 = 72.14567; 95 / 56.909449 = 1.66932',
    },
    {
      input: { gender: 'male', weight: 113, height: 177.8, factor: 0.25 },
      output: { adjusted_body_weight_kg: 83, ideal_body_weight_kg: 73 },
      origin: 'By hand: 177.8 cm = 70 in; ideal 50 + 23 = 73; 73 + 0.25 · 40 = 83',
    },
    {
      input: { gender: 'male', weight: 101, height: 177.8, method: 'robinson' },
      output: { adjusted_body_weight_kg: 83, ideal_body_weight_kg: 71 },
      origin: 'By hand: ideal 52 + 19 = 71; 71 + 0.4 · 30 = 83',
    },
    {
      input: { gender: 'male', weight: 73, height: 177.8 },
      output: { adjusted_body_weight_kg: 73, percent_of_ideal_weight: 100 },
      origin: 'By hand: at the ideal weight of 73 kg nothing is added',
    },
  ],
  calculate({ gender, weight, height, factor, method }) {
    const ideal = idealAt(height, idealWeight(method, gender, height));
    if (exceeds(ideal, weight)) throw new OutsideValidity('weight', 'adjusted-body-weight.below_ideal');
    return {
      adjusted_body_weight_kg: ideal + factor * (weight - ideal),
      ideal_body_weight_kg: ideal,
      percent_of_ideal_weight: (100 * weight) / ideal,
    };
  },
  explain: ({ height }, { percent_of_ideal_weight }) => ({
    warnings: [
      ...(percent_of_ideal_weight < USED_FROM ? ['adjusted-body-weight.near_ideal'] : []),
      ...(height < FIVE_FEET_CM ? [['extrapolated', { field: 'height' }] as const] : []),
    ],
  }),
});
