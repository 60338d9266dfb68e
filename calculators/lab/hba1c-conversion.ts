import { z } from 'zod';
import { classify, classTable, defineCalculator, result } from '../kit/index.ts';
import { lab } from './family.ts';
import { HBA1C } from './laboratory-inputs.ts';
import { hba1cUnits } from './laboratory-units.ts';

const classes = classTable({ normal: 0, prediabetes: 5.7, diabetes: 6.5 });

/** Glycated haemoglobin in both of its units. */
export const hba1cConversion = defineCalculator({
  name: 'hba1c-conversion',
  family: lab,
  since: 'v1.0.0',
  aliases: ['hba1c'],
  input: z.object({ hba1c: HBA1C.value(), hba1c_unit: HBA1C.unit() }),
  output: z.object({
    ngsp_percent: result.percent(),
    ifcc_mmol_per_mol: result.rounded(1),
    category: result.classOf(classes),
  }),
  profile: ['hba1c', 'hba1c_unit'],
  equations: {
    master: {
      formula: 'NGSP [%] = 0.09148 · IFCC [mmol/mol] + 2.152; IFCC [mmol/mol] = 10.93 · NGSP [%] − 23.50',
      sources: [hba1cUnits.source],
    },
  },
  sources: [
    {
      citation:
        'American Diabetes Association Professional Practice Committee. 2. Diagnosis and classification of diabetes: Standards of Care in Diabetes—2025. Diabetes Care 2025;48(Suppl 1):S27-S49',
      doi: '10.2337/dc25-S002',
    },
  ],
  examples: [
    {
      input: { hba1c: 6.5 },
      output: { ngsp_percent: 6.5, ifcc_mmol_per_mol: 47.5, category: 'diabetes' },
      origin: 'By hand: 10.93 · 6.5 − 23.5 = 47.545, where diabetes begins (ADA: 6.5 %, 48 mmol/mol)',
    },
    {
      input: { hba1c: 53, hba1c_unit: 'mmol/mol' },
      output: { ngsp_percent: 7, ifcc_mmol_per_mol: 53, category: 'diabetes' },
      origin: 'By hand: 0.09148 · 53 + 2.152 = 7.0004',
    },
    {
      input: { hba1c: 5.6 },
      output: { ifcc_mmol_per_mol: 37.7, category: 'normal' },
      origin: 'By hand: 10.93 · 5.6 − 23.5 = 37.708; prediabetes begins at 5.7 %',
    },
  ],
  calculate({ hba1c, hba1c_unit }) {
    const percent = HBA1C.of(hba1c, hba1c_unit);
    return {
      ngsp_percent: percent,
      ifcc_mmol_per_mol: hba1c_unit === '%' ? hba1cUnits.toSi(percent) : hba1c,
      category: classify(percent, classes),
    };
  },
  explain: () => ({ notes: ['hba1c-conversion.confirm'] }),
});
