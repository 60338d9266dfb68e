import { z } from 'zod';
import { classify, classTable, defineCalculator, field, OutsideValidity, result } from '../kit/index.ts';
import { body } from './family.ts';

const zhang = {
  citation:
    'Zhang X, Ma N, Lin Q, et al. Body roundness index and all-cause mortality among US adults. JAMA Netw Open 2024;7:e2415051',
  doi: '10.1001/jamanetworkopen.2024.15051',
};

const classes = classTable({ lowest: 0, low: 3.41, middle: 4.45, high: 5.46, highest: 6.91 });

/** Body roundness index: the body as an ellipse, from a thin one to a circle. */
export const bodyRoundnessIndex = defineCalculator({
  name: 'body-roundness-index',
  family: body,
  since: 'classic',
  aliases: ['bri'],
  input: z.object({
    // Within these bounds the waist is always smaller than a circle whose diameter is the height.
    height: field.height({ min: 100, max: 272 }),
    waist: field.waist(),
  }),
  output: z.object({ body_roundness_index: result.index(), category: result.classOf(classes) }),
  profile: ['height', 'waist'],
  equations: {
    thomas: {
      formula: 'BRI = 364.2 − 365.5·√(1 − (waist / 2π)² / (0.5·height)²)',
      sources: [
        {
          citation:
            'Thomas DM, Bredlau C, Bosy-Westphal A, et al. Relationships between body roundness with body fat and visceral adipose tissue emerging from a new geometrical model. Obesity 2013;21:2264-2271',
          doi: '10.1002/oby.20408',
        },
      ],
    },
  },
  sources: [zhang],
  examples: [
    {
      input: { height: 172, waist: 95 },
      output: { body_roundness_index: 4.39, category: 'low' },
      origin: 'Independent calculation with 50 digits',
    },
    {
      input: { height: 181, waist: 91 },
      output: { body_roundness_index: 3.41, category: 'low' },
      origin: 'Independent calculation with 50 digits: 3.41076, just above the first limit',
    },
    {
      input: { height: 160, waist: 110 },
      output: { body_roundness_index: 7.56, category: 'highest' },
      origin: 'Independent calculation with 50 digits',
    },
  ],
  calculate({ height, waist }) {
    const eccentricity = Math.sqrt(1 - (waist / (2 * Math.PI)) ** 2 / (0.5 * height) ** 2);
    const value = 364.2 - 365.5 * eccentricity;
    if (value < 0) throw new OutsideValidity('waist', 'body-roundness-index.too_thin');
    return { body_roundness_index: value, category: classify(value, classes) };
  },
  explain: () => ({ notes: ['body-roundness-index.fifths'] }),
});
