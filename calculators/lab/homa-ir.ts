import { z } from 'zod';
import { defineCalculator, result } from '../kit/index.ts';
import { lab } from './family.ts';
import { homaIr as homaIrOf } from './insulin-resistance.ts';
import { FASTING_GLUCOSE, INSULIN } from './laboratory-inputs.ts';
import { matthews1985 } from './sources.ts';

/** Insulin resistance by the homeostasis model. */
export const homaIr = defineCalculator({
  name: 'homa-ir',
  family: lab,
  since: 'v1.0.0',
  input: z.object({
    glucose: FASTING_GLUCOSE.value(),
    glucose_unit: FASTING_GLUCOSE.unit(),
    insulin: INSULIN.value(),
    insulin_unit: INSULIN.unit(),
  }),
  output: z.object({ homa_ir: result.index() }),
  profile: ['glucose', 'glucose_unit', 'insulin', 'insulin_unit'],
  equations: {
    homa_ir: {
      formula: 'HOMA-IR = glucose [mg/dL] · insulin [µU/mL] / 405 = glucose [mmol/L] · insulin [µU/mL] / 22.5',
      sources: [matthews1985],
    },
  },
  examples: [
    {
      input: { glucose: 81, insulin: 5 },
      output: { homa_ir: 1 },
      origin: 'Matthews 1985: the reference person, 4.5 mmol/L and 5 µU/mL, has 1',
    },
    {
      input: { glucose: 5, glucose_unit: 'mmol/L', insulin: 60, insulin_unit: 'pmol/L' },
      output: { homa_ir: 2.22 },
      origin: 'By hand: 60 pmol/L are 10 µU/mL; 5 · 10 / 22.5 = 2.222',
    },
    {
      input: { glucose: 92, insulin: 8 },
      output: { homa_ir: 1.82 },
      origin: 'By hand: 92 · 8 / 405 = 736 / 405 = 1.817',
    },
  ],
  calculate: ({ glucose, glucose_unit, insulin, insulin_unit }) => ({
    homa_ir: homaIrOf(FASTING_GLUCOSE.of(glucose, glucose_unit), INSULIN.of(insulin, insulin_unit)),
  }),
  explain: () => ({ notes: ['homa-ir.population'] }),
});
