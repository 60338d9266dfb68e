import { z } from 'zod';
import { defineCalculator, field, result } from '../kit/index.ts';
import { body } from './family.ts';

/** Body adiposity index: body fat of adults from hip and height, without scales. */
export const bodyAdiposityIndex = defineCalculator({
  name: 'body-adiposity-index',
  family: body,
  since: 'classic',
  aliases: ['bai'],
  input: z.object({ height: field.height({ min: 120, max: 250 }), hip: field.hip() }),
  output: z.object({ body_adiposity_index_percent: result.percent() }),
  profile: ['height', 'hip'],
  equations: {
    bergman: {
      formula: 'BAI = hip [cm] / height^1.5 [m] − 18 %',
      sources: [
        {
          citation:
            'Bergman RN, Stefanovski D, Buchanan TA, et al. A better index of body adiposity. Obesity 2011;19:1083-1089',
          doi: '10.1038/oby.2011.38',
        },
      ],
    },
  },
  examples: [
    {
      input: { height: 170, hip: 100 },
      output: { body_adiposity_index_percent: 27.12 },
      origin: 'Independent calculation with 50 digits: 100 / 1.7^1.5 − 18 = 27.1160',
    },
    {
      input: { height: 196, hip: 109.76 },
      output: { body_adiposity_index_percent: 22 },
      origin: 'By hand: 1.96^1.5 = 1.4³ = 2.744; 109.76 / 2.744 − 18 = 40 − 18 = 22',
    },
    {
      input: { height: 144, hip: 86.4 },
      output: { body_adiposity_index_percent: 32 },
      origin: 'By hand: 1.44^1.5 = 1.2³ = 1.728; 86.4 / 1.728 − 18 = 50 − 18 = 32',
    },
  ],
  calculate: ({ height, hip }) => ({
    body_adiposity_index_percent: hip / (height / 100) ** 1.5 - 18,
  }),
});
