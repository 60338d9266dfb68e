import { z } from 'zod';
import { defineCalculator, result } from '../kit/index.ts';
import { lab } from './family.ts';
import { triglycerideGlucose } from './insulin-resistance.ts';
import { FASTING_GLUCOSE, TRIGLYCERIDES } from './laboratory-inputs.ts';

/** Insulin resistance from triglycerides and glucose. */
export const tygIndex = defineCalculator({
  name: 'tyg-index',
  family: lab,
  since: 'v1.0.0',
  aliases: ['triglyceride-glucose-index'],
  input: z.object({
    glucose: FASTING_GLUCOSE.value(),
    glucose_unit: FASTING_GLUCOSE.unit(),
    triglycerides: TRIGLYCERIDES.value(),
    triglycerides_unit: TRIGLYCERIDES.unit(),
  }),
  output: z.object({ tyg_index: result.ratio() }),
  profile: ['glucose', 'glucose_unit', 'triglycerides', 'triglycerides_unit'],
  equations: {
    tyg: {
      formula: 'TyG = ln(triglycerides [mg/dL] · glucose [mg/dL] / 2)',
      sources: [
        {
          citation:
            'Simental-Mendía LE, Rodríguez-Morán M, Guerrero-Romero F. The product of fasting glucose and triglycerides as surrogate for identifying insulin resistance in apparently healthy subjects. Metab Syndr Relat Disord 2008;6:299-304',
          doi: '10.1089/met.2008.0034',
        },
      ],
    },
  },
  examples: [
    {
      input: { glucose: 92, triglycerides: 130 },
      output: { tyg_index: 8.696 },
      origin: 'By hand: ln(130 · 92 / 2) = ln 5980 = 8.6962',
    },
    {
      input: { glucose: 100, triglycerides: 200 },
      output: { tyg_index: 9.21 },
      origin: 'By hand: ln(200 · 100 / 2) = ln 10 000 = 9.2103',
    },
    {
      input: { glucose: 5, glucose_unit: 'mmol/L', triglycerides: 1, triglycerides_unit: 'mmol/L' },
      output: { tyg_index: 8.29 },
      origin: 'By hand: 90 and 88.57 mg/dL; ln(88.57 · 45) = ln 3985.65 = 8.29045',
    },
  ],
  calculate: ({ glucose, glucose_unit, triglycerides, triglycerides_unit }) => ({
    tyg_index: triglycerideGlucose(
      FASTING_GLUCOSE.of(glucose, glucose_unit),
      TRIGLYCERIDES.of(triglycerides, triglycerides_unit),
    ),
  }),
  explain: () => ({ notes: ['tyg-index.population'] }),
});
