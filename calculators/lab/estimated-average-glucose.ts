import { z } from 'zod';
import { defineCalculator, result } from '../kit/index.ts';
import { lab } from './family.ts';
import { estimatedAverageGlucose as averageOf } from './glycated-haemoglobin.ts';
import { HBA1C } from './laboratory-inputs.ts';

/** The mean glucose behind a glycated haemoglobin. */
export const estimatedAverageGlucose = defineCalculator({
  name: 'estimated-average-glucose',
  family: lab,
  since: 'v1.0.0',
  aliases: ['eag'],
  input: z.object({ hba1c: HBA1C.value(), hba1c_unit: HBA1C.unit() }),
  output: z.object({ average_glucose_mg_per_dl: result.rounded(1), average_glucose_mmol_per_l: result.rounded(1) }),
  profile: ['hba1c', 'hba1c_unit'],
  equations: {
    adag: {
      formula: 'average glucose = 28.7 · HbA1c [%] − 46.7 mg/dL = 1.59 · HbA1c [%] − 2.59 mmol/L',
      sources: [
        {
          citation:
            'Nathan DM, Kuenen J, Borg R, Zheng H, Schoenfeld D, Heine RJ. Translating the A1C assay into estimated average glucose values. Diabetes Care 2008;31:1473-1478',
          doi: '10.2337/dc08-0545',
        },
      ],
    },
  },
  examples: [
    {
      input: { hba1c: 6 },
      output: { average_glucose_mg_per_dl: 125.5, average_glucose_mmol_per_l: 7 },
      origin: 'Nathan 2008, table 2: 126 mg/dL and 7.0 mmol/L; by hand 172.2 − 46.7 = 125.5 and 9.54 − 2.59 = 6.95',
    },
    {
      input: { hba1c: 7 },
      output: { average_glucose_mg_per_dl: 154.2, average_glucose_mmol_per_l: 8.5 },
      origin: 'Nathan 2008, table 2: 154 mg/dL and 8.6 mmol/L; by hand 200.9 − 46.7 = 154.2 and 11.13 − 2.59 = 8.54',
    },
    {
      input: { hba1c: 86, hba1c_unit: 'mmol/mol' },
      output: { average_glucose_mg_per_dl: 240.9 },
      origin: 'By hand: 0.09148 · 86 + 2.152 = 10.01928 %; 28.7 · 10.01928 − 46.7 = 240.85',
    },
  ],
  calculate({ hba1c, hba1c_unit }) {
    const percent = HBA1C.of(hba1c, hba1c_unit);
    return { average_glucose_mg_per_dl: averageOf(percent), average_glucose_mmol_per_l: 1.59 * percent - 2.59 };
  },
  explain: () => ({ notes: ['estimated-average-glucose.red_cells'] }),
});
