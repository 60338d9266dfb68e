import { z } from 'zod';
import { defineCalculator, field, result } from '../kit/index.ts';
import { CREATININE } from '../lab/laboratory-inputs.ts';
import { kidney } from './family.ts';

/** The creatinine clearance by which the doses of many drugs are chosen. */
export const creatinineClearance = defineCalculator({
  name: 'creatinine-clearance',
  family: kidney,
  since: 'v1.0.0',
  aliases: ['cockcroft-gault'],
  input: z.object({
    gender: field.gender(),
    age: field.age({ min: 18, max: 120 }),
    weight: field.weight({ min: 20, max: 650 }),
    creatinine: CREATININE.value(),
    creatinine_unit: CREATININE.unit(),
  }),
  output: z.object({ creatinine_clearance_ml_per_min: result.rounded(1) }),
  profile: ['gender', 'age', 'weight', 'creatinine', 'creatinine_unit'],
  equations: {
    cockcroft_gault: {
      formula: 'creatinine clearance = (140 − age) · weight [kg] / (72 · cr [mg/dL]) · (0.85 for women) mL/min',
      sources: [
        {
          citation:
            'Cockcroft DW, Gault MH. Prediction of creatinine clearance from serum creatinine. Nephron 1976;16:31-41',
          doi: '10.1159/000180580',
        },
      ],
    },
  },
  examples: [
    {
      input: { gender: 'male', age: 68, weight: 72, creatinine: 1 },
      output: { creatinine_clearance_ml_per_min: 72 },
      origin: 'By hand: 72 · 72 / (72 · 1) = 72',
    },
    {
      input: { gender: 'female', age: 40, weight: 60, creatinine: 0.85 },
      output: { creatinine_clearance_ml_per_min: 83.3 },
      origin: 'By hand: 100 · 60 · 0.85 / (72 · 0.85) = 6000 / 72 = 83.33',
    },
    {
      input: { gender: 'male', age: 70, weight: 72, creatinine: 176.8, creatinine_unit: 'µmol/L' },
      output: { creatinine_clearance_ml_per_min: 35 },
      origin: 'By hand: 176.8 / 88.4 = 2 mg/dL; 70 · 72 / (72 · 2) = 35',
    },
  ],
  calculate: ({ gender, age, weight, creatinine, creatinine_unit }) => ({
    creatinine_clearance_ml_per_min:
      (((140 - age) * weight) / (72 * CREATININE.of(creatinine, creatinine_unit))) * (gender === 'female' ? 0.85 : 1),
  }),
  explain: () => ({ notes: ['creatinine-clearance.weight', 'creatinine-clearance.not_normalized'] }),
});
