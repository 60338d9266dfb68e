import { z } from 'zod';
import { above, classify, classTable, defineCalculator, field, result } from '../kit/index.ts';
import { lab } from './family.ts';
import { GLUCOSE, sodium, UREA } from './laboratory-inputs.ts';
import { glucoseUnits, ureaUnits } from './laboratory-units.ts';

const classes = classTable({ not_raised: Number.NEGATIVE_INFINITY, raised: above(10) });

/** What the blood should weigh in particles, and what is missing from the sum. */
export const serumOsmolality = defineCalculator({
  name: 'serum-osmolality',
  family: lab,
  since: 'v1.0.0',
  aliases: ['osmolal-gap'],
  input: z.object({
    sodium: sodium(),
    glucose: GLUCOSE.value(),
    glucose_unit: GLUCOSE.unit(),
    urea_nitrogen: UREA.value(),
    urea_nitrogen_unit: UREA.unit(),
    measured_osmolality: field.quantity({ min: 180, max: 600 }, 'mOsm/kg', 'mosm_per_kg').optional(),
  }),
  output: z.object({
    osmolality_mosm_per_kg: result.rounded(1),
    osmolal_gap_mosm_per_kg: result.rounded(1).optional(),
    category: result.classOf(classes).optional(),
  }),
  profile: ['sodium', 'glucose', 'glucose_unit', 'urea_nitrogen', 'urea_nitrogen_unit', 'measured_osmolality'],
  equations: {
    osmolality: {
      formula:
        'osmolality = 2 · sodium + glucose [mg/dL] / 18 + urea nitrogen [mg/dL] / 2.8 = 2 · sodium + glucose [mmol/L] + urea [mmol/L]; gap = measured − calculated',
      sources: [
        {
          citation:
            'Kraut JA, Xing SX. Approach to the evaluation of a patient with an increased serum osmolal gap and high-anion-gap metabolic acidosis. Am J Kidney Dis 2011;58:480-484',
          doi: '10.1053/j.ajkd.2011.05.018',
        },
      ],
    },
  },
  examples: [
    {
      input: { sodium: 140, glucose: 90, urea_nitrogen: 14 },
      output: { osmolality_mosm_per_kg: 290 },
      origin: 'By hand: 280 + 90/18 + 14/2.8 = 280 + 5 + 5 = 290',
    },
    {
      input: {
        sodium: 140,
        glucose: 5,
        glucose_unit: 'mmol/L',
        urea_nitrogen: 5,
        urea_nitrogen_unit: 'mmol/L',
        measured_osmolality: 300,
      },
      output: { osmolality_mosm_per_kg: 290, osmolal_gap_mosm_per_kg: 10, category: 'not_raised' },
      origin: 'By hand: 280 + 5 + 5 = 290; 300 − 290 = 10, which is not yet raised',
    },
    {
      input: { sodium: 130, glucose: 540, urea_nitrogen: 28, measured_osmolality: 330 },
      output: { osmolality_mosm_per_kg: 300, osmolal_gap_mosm_per_kg: 30, category: 'raised' },
      origin: 'By hand: 260 + 30 + 10 = 300; 330 − 300 = 30',
    },
  ],
  calculate({ sodium, glucose, glucose_unit, urea_nitrogen, urea_nitrogen_unit, measured_osmolality: measured }) {
    const calculated =
      2 * sodium +
      glucoseUnits.toSi(GLUCOSE.of(glucose, glucose_unit)) +
      ureaUnits.toSi(UREA.of(urea_nitrogen, urea_nitrogen_unit));
    if (measured === undefined) return { osmolality_mosm_per_kg: calculated };
    const gap = measured - calculated;
    return { osmolality_mosm_per_kg: calculated, osmolal_gap_mosm_per_kg: gap, category: classify(gap, classes) };
  },
  explain: () => ({ notes: ['serum-osmolality.ethanol'] }),
});
