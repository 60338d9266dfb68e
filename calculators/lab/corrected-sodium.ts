import { z } from 'zod';
import { defineCalculator, method, OutsideValidity, result } from '../kit/index.ts';
import { lab } from './family.ts';
import { GLUCOSE, sodium } from './laboratory-inputs.ts';

const equations = {
  katz: {
    formula: 'corrected sodium = sodium + 0.016 · (glucose [mg/dL] − 100)',
    sources: [
      {
        citation:
          'Katz MA. Hyperglycemia-induced hyponatremia: calculation of expected serum sodium depression. N Engl J Med 1973;289:843-844',
        doi: '10.1056/NEJM197310182891607',
      },
    ],
  },
  hillier: {
    formula: 'corrected sodium = sodium + 0.024 · (glucose [mg/dL] − 100)',
    sources: [
      {
        citation:
          'Hillier TA, Abbott RD, Barrett EJ. Hyponatremia: evaluating the correction factor for hyperglycemia. Am J Med 1999;106:399-403',
        doi: '10.1016/S0002-9343(99)00055-8',
      },
    ],
  },
};

/** mmol/L of sodium that come back with each mg/dL of glucose above normal. */
const FACTORS = { katz: 0.016, hillier: 0.024 };
const NORMAL_GLUCOSE = 100;

/** Sodium as it would be at a normal glucose. */
export const correctedSodium = defineCalculator({
  name: 'corrected-sodium',
  family: lab,
  since: 'v1.0.0',
  input: z.object({
    sodium: sodium(),
    glucose: GLUCOSE.value(),
    glucose_unit: GLUCOSE.unit(),
    method: method(equations, { all: true }),
  }),
  output: z.object({ corrected_sodium_mmol_per_l: result.rounded(1) }),
  profile: ['sodium', 'glucose', 'glucose_unit'],
  equations,
  examples: [
    {
      input: { sodium: 130, glucose: 500 },
      output: { corrected_sodium_mmol_per_l: 136.4 },
      origin: 'By hand: 130 + 0.016 · 400 = 136.4',
    },
    {
      input: { sodium: 130, glucose: 500, method: 'hillier' },
      output: { corrected_sodium_mmol_per_l: 139.6 },
      origin: 'By hand: 130 + 0.024 · 400 = 139.6',
    },
    {
      input: { sodium: 125, glucose: 30, glucose_unit: 'mmol/L', method: 'all' },
      output: {
        by_method: { katz: { corrected_sodium_mmol_per_l: 132 }, hillier: { corrected_sodium_mmol_per_l: 135.6 } },
      },
      origin: 'By hand: 30 · 18 = 540 mg/dL; 125 + 0.016 · 440 = 132.04 and 125 + 0.024 · 440 = 135.56',
    },
  ],
  calculate({ sodium, glucose, glucose_unit, method }) {
    const mgPerDl = GLUCOSE.of(glucose, glucose_unit);
    if (mgPerDl < NORMAL_GLUCOSE) throw new OutsideValidity('glucose', 'corrected-sodium.hyperglycaemia');
    return { corrected_sodium_mmol_per_l: sodium + FACTORS[method] * (mgPerDl - NORMAL_GLUCOSE) };
  },
});
