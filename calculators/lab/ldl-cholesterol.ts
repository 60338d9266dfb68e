import { z } from 'zod';
import { classify, classTable, defineCalculator, method, OutsideValidity, result } from '../kit/index.ts';
import { lab } from './family.ts';
import { HDL, TOTAL_CHOLESTEROL, TRIGLYCERIDES } from './laboratory-inputs.ts';
import { cholesterolUnits } from './laboratory-units.ts';
import { friedewald, martinHopkins, type Sample, sampson } from './ldl-equations.ts';
import { atpIII2002 } from './sources.ts';

const equations = {
  sampson: {
    formula:
      'LDL = TC/0.948 − HDL/0.971 − (TG/8.56 + TG·nonHDL/2140 − TG²/16100) − 9.44, all in mg/dL; TG to 800 mg/dL',
    sources: [
      {
        citation:
          'Sampson M, Ling C, Sun Q, et al. A new equation for calculation of low-density lipoprotein cholesterol in patients with normolipidemia and/or hypertriglyceridemia. JAMA Cardiol 2020;5:540-548',
        doi: '10.1001/jamacardio.2020.0013',
      },
    ],
    synonyms: ['nih'],
  },
  martin_hopkins: {
    formula: 'LDL = nonHDL − TG / factor, the factor from a table by TG and nonHDL; TG below 400 mg/dL',
    sources: [
      {
        citation:
          'Martin SS, Blaha MJ, Elshazly MB, et al. Comparison of a novel method vs the Friedewald equation for estimating low-density lipoprotein cholesterol levels from the standard lipid profile. JAMA 2013;310:2061-2068',
        doi: '10.1001/jama.2013.280532',
      },
    ],
  },
  friedewald: {
    formula: 'LDL = TC − HDL − TG/5, all in mg/dL; TG below 400 mg/dL',
    sources: [
      {
        citation:
          'Friedewald WT, Levy RI, Fredrickson DS. Estimation of the concentration of low-density lipoprotein cholesterol in plasma, without use of the preparative ultracentrifuge. Clin Chem 1972;18:499-502',
        doi: '10.1093/clinchem/18.6.499',
      },
    ],
  },
};

const LDL_OF = { sampson, martin_hopkins: martinHopkins, friedewald };

const classes = classTable({ optimal: 0, near_optimal: 100, borderline_high: 130, high: 160, very_high: 190 });

/** LDL cholesterol that the laboratory has not measured. */
export const ldlCholesterol = defineCalculator({
  name: 'ldl-cholesterol',
  family: lab,
  since: 'v1.0.0',
  aliases: ['ldl'],
  input: z.object({
    total_cholesterol: TOTAL_CHOLESTEROL.value(),
    hdl_cholesterol: HDL.value(),
    cholesterol_unit: TOTAL_CHOLESTEROL.unit(),
    triglycerides: TRIGLYCERIDES.value(),
    triglycerides_unit: TRIGLYCERIDES.unit(),
    method: method(equations, { all: true }),
  }),
  output: z.object({
    ldl_mg_per_dl: result.rounded(1),
    ldl_mmol_per_l: result.rounded(2),
    non_hdl_mg_per_dl: result.rounded(1),
    non_hdl_mmol_per_l: result.rounded(2),
    category: result.classOf(classes),
  }),
  profile: ['total_cholesterol', 'hdl_cholesterol', 'cholesterol_unit', 'triglycerides', 'triglycerides_unit'],
  equations,
  sources: [atpIII2002],
  examples: [
    {
      input: { total_cholesterol: 210, hdl_cholesterol: 55, triglycerides: 160, method: 'friedewald' },
      output: { ldl_mg_per_dl: 123, non_hdl_mg_per_dl: 155, category: 'near_optimal' },
      origin: 'By hand: 210 − 55 − 160/5 = 123',
    },
    {
      input: { total_cholesterol: 210, hdl_cholesterol: 55, triglycerides: 160 },
      output: { ldl_mg_per_dl: 126.7, category: 'near_optimal' },
      origin: 'By hand: 221.519 − 56.643 − (18.692 + 11.589 − 1.590) − 9.44 = 126.745',
    },
    {
      input: { total_cholesterol: 210, hdl_cholesterol: 55, triglycerides: 160, method: 'martin_hopkins' },
      output: { ldl_mg_per_dl: 127.4 },
      origin: 'By hand: the table has 5.8 for 155–163 and 130–159; 155 − 160/5.8 = 127.41',
    },
    {
      input: { total_cholesterol: 180, hdl_cholesterol: 50, triglycerides: 150, method: 'friedewald' },
      output: { ldl_mg_per_dl: 100, category: 'near_optimal' },
      origin: 'By hand: 180 − 50 − 30 = 100, where optimal ends (ATP III: below 100)',
    },
    {
      input: {
        total_cholesterol: 5,
        hdl_cholesterol: 1.2,
        cholesterol_unit: 'mmol/L',
        triglycerides: 1,
        triglycerides_unit: 'mmol/L',
        method: 'friedewald',
      },
      output: { ldl_mmol_per_l: 3.34, non_hdl_mmol_per_l: 3.8 },
      origin: 'By hand: 193.35 − 46.404 − 88.57/5 = 129.232 mg/dL; / 38.67 = 3.342',
    },
  ],
  calculate({ total_cholesterol, hdl_cholesterol, cholesterol_unit: unit, method, ...given }) {
    const sample: Sample = {
      total: TOTAL_CHOLESTEROL.of(total_cholesterol, unit),
      hdl: HDL.of(hdl_cholesterol, unit),
      triglycerides: TRIGLYCERIDES.of(given.triglycerides, given.triglycerides_unit),
    };
    if (sample.hdl >= sample.total) throw new OutsideValidity('hdl_cholesterol', 'hdl_below_total');
    if (method === 'sampson') {
      if (sample.triglycerides > 800) throw new OutsideValidity('triglycerides', 'ldl-cholesterol.above_800');
    } else if (sample.triglycerides >= 400) throw new OutsideValidity('triglycerides', 'ldl-cholesterol.from_400');
    const ldl = LDL_OF[method](sample);
    if (ldl <= 0) throw new OutsideValidity('triglycerides', 'ldl-cholesterol.nothing_left');
    const nonHdl = sample.total - sample.hdl;
    return {
      ldl_mg_per_dl: ldl,
      ldl_mmol_per_l: cholesterolUnits.toSi(ldl),
      non_hdl_mg_per_dl: nonHdl,
      non_hdl_mmol_per_l: cholesterolUnits.toSi(nonHdl),
      category: classify(ldl, classes),
    };
  },
  explain: ({ method }, { ldl_mg_per_dl: ldl }) => ({
    warnings: method === 'friedewald' && ldl < 70 ? ['ldl-cholesterol.low'] : [],
    notes: ['ldl-cholesterol.targets'],
  }),
});
