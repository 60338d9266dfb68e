import { z } from 'zod';
import { defineCalculator, field, method, result } from '../kit/index.ts';
import { training } from './family.ts';

const equations = {
  sayers: {
    formula: 'peak power = 60.7·jump height [cm] + 45.3·weight [kg] − 2055 W',
    sources: [
      {
        citation:
          'Sayers SP, Harackiewicz DV, Harman EA, Frykman PN, Rosenstein MT. Cross-validation of three jump power equations. Med Sci Sports Exerc 1999;31:572-577',
        doi: '10.1097/00005768-199904000-00013',
      },
    ],
  },
  lewis: {
    formula: 'average power = √4.9 · 9.81 · weight [kg] · √(jump height [m]) W',
    sources: [
      {
        citation:
          'Fox EL, Mathews DK. The Interval Training: Conditioning for Sports and General Fitness. Philadelphia: Saunders, 1974 (Lewis nomogram)',
      },
    ],
  },
};

/** Acceleration of gravity as the formula prints it, in m/s². */
const GRAVITY = 9.81;

/** Which power an equation gives. */
const MEANS = { sayers: 'vertical-jump-power.peak', lewis: 'vertical-jump-power.average' };

/** Power of a vertical jump from its height: the peak by Sayers, the average by Lewis. */
export const verticalJumpPower = defineCalculator({
  name: 'vertical-jump-power',
  family: training,
  since: 'v1.0.0',
  input: z.object({
    weight: field.weight({ min: 20, max: 250 }),
    jump_height: field.length({ min: 1, max: 150 }),
    method: method(equations, { all: true }),
  }),
  output: z.object({ peak_power_w: result.watts().optional(), average_power_w: result.watts().optional() }),
  profile: ['weight', 'jump_height'],
  equations,
  examples: [
    {
      input: { weight: 75, jump_height: 45 },
      output: { peak_power_w: 4074 },
      origin: 'By hand: 60.7 · 45 + 45.3 · 75 − 2055 = 2731.5 + 3397.5 − 2055 = 4074',
    },
    {
      input: { weight: 75, jump_height: 45, method: 'lewis' },
      output: { average_power_w: 1092.53 },
      origin: 'By hand: √4.9 · √0.45 = √2.205 = 1.484924; · 9.81 · 75 = 1092.533',
    },
    {
      input: { weight: 60, jump_height: 30 },
      output: { peak_power_w: 2484 },
      origin: 'By hand: 60.7 · 30 + 45.3 · 60 − 2055 = 1821 + 2718 − 2055 = 2484',
    },
  ],
  calculate({ weight, jump_height, method }) {
    if (method === 'lewis') {
      return { average_power_w: Math.sqrt(4.9) * GRAVITY * weight * Math.sqrt(jump_height / 100) };
    }
    return { peak_power_w: 60.7 * jump_height + 45.3 * weight - 2055 };
  },
  explain: ({ method }) => ({ notes: [MEANS[method]] }),
});
