import { z } from 'zod';
import { above, classify, classTable, defineCalculator, result } from '../kit/index.ts';
import { CREATININE, UREA, URINE_CREATININE, URINE_UREA } from '../lab/laboratory-inputs.ts';
import { kidney } from './family.ts';

const classes = classTable({ prerenal: 0, indeterminate: 35, intrinsic: above(50) });

/** The share of the filtered urea that the urine contains: it holds under diuretics too. */
export const fractionalUreaExcretion = defineCalculator({
  name: 'fractional-urea-excretion',
  family: kidney,
  since: 'v1.0.0',
  aliases: ['feurea'],
  input: z.object({
    urea_nitrogen: UREA.value(),
    urea_nitrogen_unit: UREA.unit(),
    urine_urea_nitrogen: URINE_UREA.value(),
    urine_urea_nitrogen_unit: URINE_UREA.unit(),
    creatinine: CREATININE.value(),
    creatinine_unit: CREATININE.unit(),
    urine_creatinine: URINE_CREATININE.value(),
    urine_creatinine_unit: URINE_CREATININE.unit(),
  }),
  output: z.object({ fractional_urea_excretion_percent: result.percent(), category: result.classOf(classes) }),
  profile: [
    'urea_nitrogen',
    'urea_nitrogen_unit',
    'urine_urea_nitrogen',
    'urine_urea_nitrogen_unit',
    'creatinine',
    'creatinine_unit',
    'urine_creatinine',
    'urine_creatinine_unit',
  ],
  equations: {
    fractional_urea: {
      formula: 'FEUrea = 100 · urine urea · creatinine / (urea · urine creatinine) %',
      sources: [
        {
          citation:
            'Carvounis CP, Nisar S, Guro-Razuman S. Significance of the fractional excretion of urea in the differential diagnosis of acute renal failure. Kidney Int 2002;62:2223-2229',
          doi: '10.1046/j.1523-1755.2002.00683.x',
        },
      ],
    },
  },
  examples: [
    {
      input: { urea_nitrogen: 40, urine_urea_nitrogen: 350, creatinine: 2, urine_creatinine: 50 },
      output: { fractional_urea_excretion_percent: 35, category: 'indeterminate' },
      origin: 'By hand: 100 · 350 · 2 / (40 · 50) = 70 000 / 2000 = 35, where prerenal ends (below 35 %)',
    },
    {
      input: { urea_nitrogen: 60, urine_urea_nitrogen: 300, creatinine: 2, urine_creatinine: 100 },
      output: { fractional_urea_excretion_percent: 10, category: 'prerenal' },
      origin: 'By hand: 100 · 300 · 2 / (60 · 100) = 60 000 / 6000 = 10',
    },
    {
      input: {
        urea_nitrogen: 20,
        urea_nitrogen_unit: 'mmol/L',
        urine_urea_nitrogen: 120,
        urine_urea_nitrogen_unit: 'mmol/L',
        creatinine: 5,
        urine_creatinine: 50,
      },
      output: { fractional_urea_excretion_percent: 60, category: 'intrinsic' },
      origin: 'By hand: 100 · 120 · 5 / (20 · 50) = 60 000 / 1000 = 60',
    },
  ],
  calculate(sample) {
    const urea = UREA.of(sample.urea_nitrogen, sample.urea_nitrogen_unit);
    const urineUrea = URINE_UREA.of(sample.urine_urea_nitrogen, sample.urine_urea_nitrogen_unit);
    const creatinine = CREATININE.of(sample.creatinine, sample.creatinine_unit);
    const urineCreatinine = URINE_CREATININE.of(sample.urine_creatinine, sample.urine_creatinine_unit);
    const share = (100 * urineUrea * creatinine) / (urea * urineCreatinine);
    return { fractional_urea_excretion_percent: share, category: classify(share, classes) };
  },
  explain: () => ({ notes: ['fractional-urea-excretion.limits'] }),
});
