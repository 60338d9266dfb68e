import { z } from 'zod';
import { classify, classTable, defineCalculator, field, OutsideValidity, result } from '../kit/index.ts';
import { body } from './family.ts';

const nice = {
  citation:
    'National Institute for Health and Care Excellence. Overweight and obesity management. NICE guideline NG246, 2025 (limits of CG189, update 2022)',
};

const classes = classTable({ low: 0, healthy: 0.4, increased: 0.5, high: 0.6 });

/** NICE applies the limits from this age in years. */
const FROM_AGE = 5;

/** Waist circumference as a share of height: keep it below half. */
export const waistToHeightRatio = defineCalculator({
  name: 'waist-to-height-ratio',
  family: body,
  since: 'v1.0.0',
  aliases: ['whtr'],
  input: z.object({
    waist: field.waist({ min: 30, max: 250 }),
    height: field.height({ min: 80, max: 272 }),
    age: field.age({ min: 0, max: 120 }).optional(),
  }),
  output: z.object({ waist_to_height_ratio: result.ratio(), category: result.classOf(classes) }),
  profile: ['waist', 'height', 'age'],
  equations: {
    waist_to_height: {
      formula: 'waist / height',
      sources: [
        {
          citation:
            'Browning LM, Hsieh SD, Ashwell M. A systematic review of waist-to-height ratio as a screening tool for the prediction of cardiovascular disease and diabetes: 0.5 could be a suitable global boundary value. Nutr Res Rev 2010;23:247-269',
          doi: '10.1017/S0954422410000144',
        },
      ],
    },
  },
  sources: [nice],
  examples: [
    {
      input: { waist: 92, height: 180 },
      output: { waist_to_height_ratio: 0.511, category: 'increased' },
      origin: 'By hand: 92 / 180 = 0.51111',
    },
    {
      input: { waist: 90, height: 180 },
      output: { waist_to_height_ratio: 0.5, category: 'increased' },
      origin: 'By hand: 90 / 180 = 0.5 exactly, where the risk increases',
    },
    {
      input: { waist: 70, height: 172, age: 30 },
      output: { waist_to_height_ratio: 0.407, category: 'healthy' },
      origin: 'By hand: 70 / 172 = 0.40698',
    },
  ],
  calculate({ waist, height, age }) {
    if (age !== undefined && age < FROM_AGE) {
      throw new OutsideValidity('age', 'waist-to-height-ratio.too_young', { min: FROM_AGE });
    }
    const ratio = waist / height;
    return { waist_to_height_ratio: ratio, category: classify(ratio, classes) };
  },
  explain: () => ({ notes: ['waist-to-height-ratio.bmi_below_35'] }),
});
