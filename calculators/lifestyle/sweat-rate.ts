import { z } from 'zod';
import {
  above,
  classify,
  classTable,
  defineCalculator,
  exceeds,
  field,
  OutsideValidity,
  result,
} from '../kit/index.ts';
import { lifestyle } from './family.ts';

/** Loss of body weight in percent. A gain means that the person drank too much. */
const classes = classTable({ weight_gained: Number.NEGATIVE_INFINITY, up_to_2_percent: 0, above_2_percent: above(2) });

/** Milligrams in a millimole of sodium (IUPAC standard atomic weight 22.98976928). */
const SODIUM_MG_PER_MMOL = 22.98976928;

/** Sweat lost in a session, by weighing before and after it. A litre of sweat weighs a kilogram. */
export const sweatRate = defineCalculator({
  name: 'sweat-rate',
  family: lifestyle,
  since: 'v1.0.0',
  input: z.object({
    weight_before: field.weight({ min: 20, max: 300 }),
    weight_after: field.weight({ min: 20, max: 300 }),
    duration: field.duration({ min: 5, max: 1440 }),
    fluid_intake: field.quantity({ min: 0, max: 20 }, 'L', 'l').default(0),
    urine: field.quantity({ min: 0, max: 10 }, 'L', 'l').default(0),
    sodium: field.quantity({ min: 5, max: 150 }, 'mmol/L', 'mmol_per_l').optional(),
  }),
  output: z.object({
    sweat_rate_l_per_h: result.rounded(2),
    sweat_loss_l: result.litres(),
    dehydration_percent: result.percent(),
    category: result.classOf(classes),
    sodium_loss_mg: result.rounded(2).optional(),
  }),
  profile: ['weight_before', 'weight_after', 'duration', 'fluid_intake', 'urine', 'sodium'],
  equations: {
    weighing: {
      formula:
        'sweat rate = (weight before − weight after + drunk − urine) / hours; dehydration = 100 · (before − after) / before',
      sources: [
        {
          citation:
            'Sawka MN, Burke LM, Eichner ER, Maughan RJ, Montain SJ, Stachenfeld NS. ACSM position stand: exercise and fluid replacement. Med Sci Sports Exerc 2007;39:377-390',
          doi: '10.1249/mss.0b013e31802ca597',
        },
      ],
    },
  },
  examples: [
    {
      input: { weight_before: 68.2, weight_after: 67.1, duration: 90, fluid_intake: 0.5, urine: 0.2 },
      output: {
        sweat_rate_l_per_h: 0.93,
        sweat_loss_l: 1.4,
        dehydration_percent: 1.61,
        category: 'up_to_2_percent',
      },
      origin: 'By hand: 1.1 + 0.5 − 0.2 = 1.4 L; / 1.5 h = 0.9333; 1.1 / 68.2 = 1.6129 %',
    },
    {
      input: { weight_before: 75, weight_after: 73.5, duration: 60, sodium: 40 },
      output: {
        sweat_rate_l_per_h: 1.5,
        dehydration_percent: 2,
        category: 'up_to_2_percent',
        sodium_loss_mg: 1379.39,
      },
      origin: 'By hand: 1.5 / 75 = 2 % exactly, not yet more than 2 %; 1.5 · 40 · 22.98977 = 1379.386 mg',
    },
    {
      input: { weight_before: 60, weight_after: 60.4, duration: 240, fluid_intake: 3 },
      output: { sweat_rate_l_per_h: 0.65, dehydration_percent: -0.67, category: 'weight_gained' },
      origin: 'By hand: −0.4 + 3 = 2.6 L; / 4 h = 0.65; −0.4 / 60 = −0.6667 %',
    },
  ],
  calculate({ weight_before, weight_after, duration, fluid_intake, urine, sodium }) {
    const lost = weight_before - weight_after;
    const sweat = Math.max(0, lost + fluid_intake - urine);
    if (exceeds(weight_after + urine, weight_before + fluid_intake))
      throw new OutsideValidity('weight_after', 'sweat-rate.no_sweat');
    const dehydration = (100 * lost) / weight_before;
    return {
      sweat_rate_l_per_h: sweat / (duration / 60),
      sweat_loss_l: sweat,
      dehydration_percent: dehydration,
      category: classify(dehydration, classes),
      ...(sodium === undefined ? {} : { sodium_loss_mg: sweat * sodium * SODIUM_MG_PER_MMOL }),
    };
  },
  explain: (_, { category }) => ({
    warnings: category === 'weight_gained' ? ['sweat-rate.drank_too_much'] : [],
    notes: ['sweat-rate.limits'],
  }),
});
