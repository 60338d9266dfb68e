import { z } from 'zod';
import { classify, classTable, defineCalculator, OutsideValidity, result } from '../kit/index.ts';
import { lab } from './family.ts';
import { HDL, TOTAL_CHOLESTEROL } from './laboratory-inputs.ts';
import { cholesterolUnits } from './laboratory-units.ts';

const classes = classTable({ desirable: 0, above_desirable: 130, borderline_high: 160, high: 190, very_high: 220 });

/** The cholesterol of all lipoproteins that harm arteries. */
export const nonHdlCholesterol = defineCalculator({
  name: 'non-hdl-cholesterol',
  family: lab,
  since: 'v1.0.0',
  input: z.object({
    total_cholesterol: TOTAL_CHOLESTEROL.value(),
    hdl_cholesterol: HDL.value(),
    cholesterol_unit: TOTAL_CHOLESTEROL.unit(),
  }),
  output: z.object({
    non_hdl_mg_per_dl: result.rounded(1),
    non_hdl_mmol_per_l: result.rounded(2),
    category: result.classOf(classes),
  }),
  profile: ['total_cholesterol', 'hdl_cholesterol', 'cholesterol_unit'],
  equations: {
    difference: {
      formula: 'non-HDL cholesterol = total cholesterol − HDL cholesterol',
      sources: [
        {
          citation:
            'Jacobson TA, Ito MK, Maki KC, et al. National Lipid Association recommendations for patient-centered management of dyslipidemia: part 1. J Clin Lipidol 2015;9:129-169',
          doi: '10.1016/j.jacl.2015.02.003',
        },
      ],
    },
  },
  examples: [
    {
      input: { total_cholesterol: 180, hdl_cholesterol: 50 },
      output: { non_hdl_mg_per_dl: 130, non_hdl_mmol_per_l: 3.36, category: 'above_desirable' },
      origin: 'By hand: 180 − 50 = 130, where desirable ends; 130 / 38.67 = 3.362',
    },
    {
      input: { total_cholesterol: 240, hdl_cholesterol: 41 },
      output: { non_hdl_mg_per_dl: 199, category: 'high' },
      origin: 'By hand: 240 − 41 = 199',
    },
    {
      input: { total_cholesterol: 4.5, hdl_cholesterol: 1.5, cholesterol_unit: 'mmol/L' },
      output: { non_hdl_mg_per_dl: 116, non_hdl_mmol_per_l: 3, category: 'desirable' },
      origin: 'By hand: 4.5 − 1.5 = 3; 3 · 38.67 = 116.01',
    },
  ],
  calculate({ total_cholesterol, hdl_cholesterol, cholesterol_unit: unit }) {
    const nonHdl = TOTAL_CHOLESTEROL.of(total_cholesterol, unit) - HDL.of(hdl_cholesterol, unit);
    if (nonHdl <= 0) throw new OutsideValidity('hdl_cholesterol', 'hdl_below_total');
    return {
      non_hdl_mg_per_dl: nonHdl,
      non_hdl_mmol_per_l: cholesterolUnits.toSi(nonHdl),
      category: classify(nonHdl, classes),
    };
  },
});
