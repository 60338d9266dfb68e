import { z } from 'zod';
import { above, classify, classTable, defineCalculator, result } from '../kit/index.ts';
import { CREATININE, sodium, URINE_CREATININE, urineSodium } from '../lab/laboratory-inputs.ts';
import { kidney } from './family.ts';

const classes = classTable({ prerenal: 0, indeterminate: 1, intrinsic: above(2) });

/** The share of the filtered sodium that the urine contains. */
export const fractionalSodiumExcretion = defineCalculator({
  name: 'fractional-sodium-excretion',
  family: kidney,
  since: 'v1.0.0',
  aliases: ['fena'],
  input: z.object({
    sodium: sodium(),
    urine_sodium: urineSodium(),
    creatinine: CREATININE.value(),
    creatinine_unit: CREATININE.unit(),
    urine_creatinine: URINE_CREATININE.value(),
    urine_creatinine_unit: URINE_CREATININE.unit(),
  }),
  output: z.object({ fractional_sodium_excretion_percent: result.percent(), category: result.classOf(classes) }),
  profile: ['sodium', 'urine_sodium', 'creatinine', 'creatinine_unit', 'urine_creatinine', 'urine_creatinine_unit'],
  equations: {
    fractional_sodium: {
      formula: 'FENa = 100 · urine sodium · creatinine / (sodium · urine creatinine) %',
      sources: [
        {
          citation:
            'Espinel CH. The FENa test: use in the differential diagnosis of acute renal failure. JAMA 1976;236:579-581',
          doi: '10.1001/jama.1976.03270060029022',
        },
      ],
    },
  },
  examples: [
    {
      input: { sodium: 140, urine_sodium: 35, creatinine: 2, urine_creatinine: 50 },
      output: { fractional_sodium_excretion_percent: 1, category: 'indeterminate' },
      origin: 'By hand: 100 · 35 · 2 / (140 · 50) = 7000 / 7000 = 1, where prerenal ends (below 1 %)',
    },
    {
      input: { sodium: 138, urine_sodium: 20, creatinine: 2, urine_creatinine: 100 },
      output: { fractional_sodium_excretion_percent: 0.29, category: 'prerenal' },
      origin: 'By hand: 100 · 20 · 2 / (138 · 100) = 4000 / 13 800 = 0.2899',
    },
    {
      input: {
        sodium: 140,
        urine_sodium: 70,
        creatinine: 265.2,
        creatinine_unit: 'µmol/L',
        urine_creatinine: 4420,
        urine_creatinine_unit: 'µmol/L',
      },
      output: { fractional_sodium_excretion_percent: 3, category: 'intrinsic' },
      origin: 'By hand: 3 and 50 mg/dL; 100 · 70 · 3 / (140 · 50) = 21 000 / 7000 = 3',
    },
  ],
  calculate(sample) {
    const creatinine = CREATININE.of(sample.creatinine, sample.creatinine_unit);
    const urineCreatinine = URINE_CREATININE.of(sample.urine_creatinine, sample.urine_creatinine_unit);
    const share = (100 * sample.urine_sodium * creatinine) / (sample.sodium * urineCreatinine);
    return { fractional_sodium_excretion_percent: share, category: classify(share, classes) };
  },
  explain: () => ({ notes: ['fractional-sodium-excretion.diuretics'] }),
});
