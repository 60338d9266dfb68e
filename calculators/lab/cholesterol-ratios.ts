import { z } from 'zod';
import { above, classify, classTable, defineCalculator, OutsideValidity, result } from '../kit/index.ts';
import { lab } from './family.ts';
import { HDL, LDL, TOTAL_CHOLESTEROL, TRIGLYCERIDES } from './laboratory-inputs.ts';
import { cholesterolUnits, triglycerideUnits } from './laboratory-units.ts';
import { cholesterolRatios as ratiosOf } from './lipids.ts';

const classes = classTable({ low: Number.NEGATIVE_INFINITY, intermediate: 0.11, high: above(0.21) });

/** Lipids in relation to HDL cholesterol. */
export const cholesterolRatios = defineCalculator({
  name: 'cholesterol-ratios',
  family: lab,
  since: 'v1.0.0',
  input: z.object({
    total_cholesterol: TOTAL_CHOLESTEROL.value(),
    hdl_cholesterol: HDL.value(),
    ldl_cholesterol: LDL.value(),
    cholesterol_unit: TOTAL_CHOLESTEROL.unit(),
    triglycerides: TRIGLYCERIDES.value().optional(),
    triglycerides_unit: TRIGLYCERIDES.unit(),
  }),
  output: z.object({
    total_to_hdl: result.rounded(2),
    ldl_to_hdl: result.rounded(2),
    triglycerides_to_hdl: result.rounded(2).optional(),
    atherogenic_index: result.rounded(3).optional(),
    category: result.classOf(classes).optional(),
  }),
  profile: [
    'total_cholesterol',
    'hdl_cholesterol',
    'ldl_cholesterol',
    'cholesterol_unit',
    'triglycerides',
    'triglycerides_unit',
  ],
  equations: {
    ratios: {
      formula: 'TC/HDL, LDL/HDL, TG/HDL in mg/dL; atherogenic index = lg(TG/HDL) in mmol/L',
      sources: [
        {
          citation:
            'Millán J, Pintó X, Muñoz A, et al. Lipoprotein ratios: physiological significance and clinical usefulness in cardiovascular prevention. Vasc Health Risk Manag 2009;5:757-765',
          doi: '10.2147/vhrm.s6269',
        },
        {
          citation:
            'Dobiášová M, Frohlich J. The plasma parameter log (TG/HDL-C) as an atherogenic index: correlation with lipoprotein particle size and esterification rate in apoB-lipoprotein-depleted plasma. Clin Biochem 2001;34:583-588',
          doi: '10.1016/S0009-9120(01)00263-6',
        },
      ],
    },
  },
  examples: [
    {
      input: { total_cholesterol: 200, hdl_cholesterol: 50, ldl_cholesterol: 125, triglycerides: 150 },
      output: { total_to_hdl: 4, ldl_to_hdl: 2.5, triglycerides_to_hdl: 3, atherogenic_index: 0.117 },
      origin: 'By hand: 200/50, 125/50, 150/50; lg((150/88.57) / (50/38.67)) = lg 1.30981 = 0.1172',
    },
    {
      input: {
        total_cholesterol: 5,
        hdl_cholesterol: 1,
        ldl_cholesterol: 3,
        cholesterol_unit: 'mmol/L',
        triglycerides: 1.2883,
        triglycerides_unit: 'mmol/L',
      },
      output: { total_to_hdl: 5, ldl_to_hdl: 3, atherogenic_index: 0.11, category: 'intermediate' },
      origin: 'By hand: lg 1.2883 = 0.11002, just above the limit of 0.11',
    },
    {
      input: { total_cholesterol: 180, hdl_cholesterol: 60, ldl_cholesterol: 99 },
      output: { total_to_hdl: 3, ldl_to_hdl: 1.65 },
      origin: 'By hand: 180/60 and 99/60',
    },
  ],
  calculate({ cholesterol_unit: unit, triglycerides, triglycerides_unit, ...cholesterol }) {
    const total = TOTAL_CHOLESTEROL.of(cholesterol.total_cholesterol, unit);
    const hdl = HDL.of(cholesterol.hdl_cholesterol, unit);
    const ldl = LDL.of(cholesterol.ldl_cholesterol, unit);
    if (hdl >= total) throw new OutsideValidity('hdl_cholesterol', 'hdl_below_total');
    if (triglycerides === undefined) return ratiosOf({ total, hdl, ldl });
    const mgPerDl = TRIGLYCERIDES.of(triglycerides, triglycerides_unit);
    const index = Math.log10(triglycerideUnits.toSi(mgPerDl) / cholesterolUnits.toSi(hdl));
    return {
      ...ratiosOf({ total, hdl, ldl, triglycerides: mgPerDl }),
      atherogenic_index: index,
      category: classify(index, classes),
    };
  },
});
