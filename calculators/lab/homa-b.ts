import { z } from 'zod';
import { defineCalculator, OutsideValidity, result } from '../kit/index.ts';
import { lab } from './family.ts';
import { homaB as homaBOf } from './insulin-resistance.ts';
import { FASTING_GLUCOSE, INSULIN } from './laboratory-inputs.ts';
import { matthews1985 } from './sources.ts';

/** At 3.5 mmol/L, which is 63 mg/dL, the model divides by zero. */
const LEAST_GLUCOSE = 63;

/** Function of the beta cells by the homeostasis model. */
export const homaB = defineCalculator({
  name: 'homa-b',
  family: lab,
  since: 'v1.0.0',
  input: z.object({
    glucose: FASTING_GLUCOSE.value(),
    glucose_unit: FASTING_GLUCOSE.unit(),
    insulin: INSULIN.value(),
    insulin_unit: INSULIN.unit(),
  }),
  output: z.object({ homa_b_percent: result.rounded(1) }),
  profile: ['glucose', 'glucose_unit', 'insulin', 'insulin_unit'],
  equations: {
    homa_b: {
      formula: 'HOMA-B = 360 · insulin [µU/mL] / (glucose [mg/dL] − 63) = 20 · insulin / (glucose [mmol/L] − 3.5) %',
      sources: [matthews1985],
    },
  },
  examples: [
    {
      input: { glucose: 81, insulin: 5 },
      output: { homa_b_percent: 100 },
      origin: 'Matthews 1985: the reference person has 100 %; 360 · 5 / 18 = 100',
    },
    {
      input: { glucose: 5.5, glucose_unit: 'mmol/L', insulin: 7 },
      output: { homa_b_percent: 70 },
      origin: 'By hand: 20 · 7 / (5.5 − 3.5) = 70',
    },
    {
      input: { glucose: 123, insulin: 60, insulin_unit: 'pmol/L' },
      output: { homa_b_percent: 60 },
      origin: 'By hand: 10 µU/mL; 360 · 10 / 60 = 60',
    },
  ],
  calculate({ glucose, glucose_unit, insulin, insulin_unit }) {
    const mgPerDl = FASTING_GLUCOSE.of(glucose, glucose_unit);
    if (mgPerDl <= LEAST_GLUCOSE) throw new OutsideValidity('glucose', 'homa-b.low_glucose');
    return { homa_b_percent: homaBOf(mgPerDl, INSULIN.of(insulin, insulin_unit)) };
  },
});
