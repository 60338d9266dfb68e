import { z } from 'zod';
import { defineCalculator, field, result } from '../kit/index.ts';
import { growth } from './family.ts';

/** Mean difference in height between men and women in cm. */
const SEXES_DIFFER_BY = 13;

/** Half the width of the range in cm that holds about 94 of 100 children (from the 3rd to the 97th percentile). */
const RANGE = 8.5;

const parent = () => field.height({ min: 120, max: 230 });

/** The adult height expected from the heights of the parents. */
export const midParentalHeight = defineCalculator({
  name: 'mid-parental-height',
  family: growth,
  since: 'v1.0.0',
  input: z.object({ gender: field.gender(), father_height: parent(), mother_height: parent() }),
  output: z.object({
    mid_parental_height_cm: result.centimetres(),
    range_cm: z.object({ min: result.centimetres(), max: result.centimetres() }),
  }),
  profile: ['gender', 'father_height', 'mother_height'],
  equations: {
    tanner: {
      formula: '(father + mother + 13 cm) / 2 for boys, (father + mother − 13 cm) / 2 for girls; ± 8.5 cm',
      sources: [
        {
          citation:
            "Tanner JM, Goldstein H, Whitehouse RH. Standards for children's height at ages 2-9 years allowing for height of parents. Arch Dis Child 1970;45:755-762",
          doi: '10.1136/adc.45.244.755',
        },
      ],
    },
  },
  examples: [
    {
      input: { gender: 'male', father_height: 175, mother_height: 162 },
      output: { mid_parental_height_cm: 175, range_cm: { min: 166.5, max: 183.5 } },
      origin: 'By hand: (175 + 162 + 13) / 2 = 175',
    },
    {
      input: { gender: 'female', father_height: 175, mother_height: 162 },
      output: { mid_parental_height_cm: 162, range_cm: { min: 153.5, max: 170.5 } },
      origin: 'By hand: (175 + 162 − 13) / 2 = 162',
    },
    {
      input: { gender: 'female', father_height: 183.5, mother_height: 170.2 },
      output: { mid_parental_height_cm: 170.35, range_cm: { min: 161.85, max: 178.85 } },
      origin: 'By hand: (183.5 + 170.2 − 13) / 2 = 170.35',
    },
  ],
  calculate({ gender, father_height, mother_height }) {
    const difference = gender === 'male' ? SEXES_DIFFER_BY : -SEXES_DIFFER_BY;
    const height = (father_height + mother_height + difference) / 2;
    return { mid_parental_height_cm: height, range_cm: { min: height - RANGE, max: height + RANGE } };
  },
  explain: () => ({ notes: ['mid-parental-height.range'] }),
});
