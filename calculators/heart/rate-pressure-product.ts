import { z } from 'zod';
import { defineCalculator, field, result } from '../kit/index.ts';
import { heart } from './family.ts';
import { systolic } from './pressure-fields.ts';

/** Heart rate times systolic pressure, which rises with the oxygen uptake of the heart muscle. */
export const ratePressureProduct = defineCalculator({
  name: 'rate-pressure-product',
  family: heart,
  since: 'v1.0.0',
  input: z.object({ systolic: systolic(), heart_rate: field.heartRate({ min: 20, max: 250 }) }),
  output: z.object({ rate_pressure_product: result.index({ unit: 'bpm·mmHg' }) }),
  profile: ['systolic', 'heart_rate'],
  equations: {
    double_product: {
      formula: 'RPP = heart rate [1/min] · systolic pressure [mmHg]',
      sources: [
        {
          citation:
            'Gobel FL, Nordstrom LA, Nelson RR, Jorgensen CR, Wang Y. The rate-pressure product as an index of myocardial oxygen consumption during exercise in patients with angina pectoris. Circulation 1978;57:549-556',
          doi: '10.1161/01.CIR.57.3.549',
        },
      ],
    },
  },
  examples: [
    {
      input: { systolic: 120, heart_rate: 70 },
      output: { rate_pressure_product: 8400 },
      origin: 'By hand: 70 · 120 = 8400',
    },
    {
      input: { systolic: 185, heart_rate: 162 },
      output: { rate_pressure_product: 29970 },
      origin: 'By hand: 162 · 185 = 29970',
    },
    {
      input: { systolic: 131.5, heart_rate: 64.5 },
      output: { rate_pressure_product: 8481.75 },
      origin: 'By hand: 64.5 · 131.5 = 8481.75',
    },
  ],
  calculate: ({ systolic, heart_rate }) => ({ rate_pressure_product: heart_rate * systolic }),
  explain: () => ({ notes: ['rate-pressure-product.effort'] }),
});
