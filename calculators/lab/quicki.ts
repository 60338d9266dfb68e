import { z } from 'zod';
import { defineCalculator, result } from '../kit/index.ts';
import { lab } from './family.ts';
import { quickiOf } from './insulin-resistance.ts';
import { FASTING_GLUCOSE, INSULIN } from './laboratory-inputs.ts';

/** The quantitative insulin sensitivity check index. */
export const quicki = defineCalculator({
  name: 'quicki',
  family: lab,
  since: 'v1.0.0',
  input: z.object({
    glucose: FASTING_GLUCOSE.value(),
    glucose_unit: FASTING_GLUCOSE.unit(),
    insulin: INSULIN.value(),
    insulin_unit: INSULIN.unit(),
  }),
  output: z.object({ quicki: result.ratio() }),
  profile: ['glucose', 'glucose_unit', 'insulin', 'insulin_unit'],
  equations: {
    quicki: {
      formula: 'QUICKI = 1 / (lg insulin [µU/mL] + lg glucose [mg/dL])',
      sources: [
        {
          citation:
            'Katz A, Nambi SS, Mather K, et al. Quantitative insulin sensitivity check index: a simple, accurate method for assessing insulin sensitivity in humans. J Clin Endocrinol Metab 2000;85:2402-2410',
          doi: '10.1210/jcem.85.7.6661',
        },
      ],
    },
  },
  examples: [
    {
      input: { glucose: 100, insulin: 10 },
      output: { quicki: 0.333 },
      origin: 'By hand: 1 / (1 + 2) = 0.3333',
    },
    {
      input: { glucose: 92, insulin: 8 },
      output: { quicki: 0.349 },
      origin: 'By hand: 1 / (0.90309 + 1.96379) = 1 / 2.86688 = 0.3488',
    },
    {
      input: { glucose: 5, glucose_unit: 'mmol/L', insulin: 6, insulin_unit: 'pmol/L' },
      output: { quicki: 0.512 },
      origin: 'By hand: 90 mg/dL and 1 µU/mL; 1 / (0 + 1.95424) = 0.5117',
    },
  ],
  calculate: ({ glucose, glucose_unit, insulin, insulin_unit }) => ({
    quicki: quickiOf(FASTING_GLUCOSE.of(glucose, glucose_unit), INSULIN.of(insulin, insulin_unit)),
  }),
  explain: () => ({ notes: ['quicki.population'] }),
});
