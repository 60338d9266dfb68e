import { z } from 'zod';
import { classify, classTable, defineCalculator, field, result } from '../kit/index.ts';
import { pregnancy } from './family.ts';

const classes = classTable({ unfavourable: 0, favourable: 8 });

/** Whether the cervix is ready for an induction of labour. */
export const bishopScore = defineCalculator({
  name: 'bishop-score',
  family: pregnancy,
  since: 'v1.0.0',
  input: z.object({
    dilation: field.count({ min: 0, max: 3 }),
    effacement: field.count({ min: 0, max: 3 }),
    station: field.count({ min: 0, max: 3 }),
    consistency: field.count({ min: 0, max: 2 }),
    cervix_position: field.count({ min: 0, max: 2 }),
  }),
  output: z.object({ bishop_score: result.rounded(0), category: result.classOf(classes) }),
  profile: ['dilation', 'effacement', 'station', 'consistency', 'cervix_position'],
  equations: {
    bishop: {
      formula: 'dilation + effacement + station (0 to 3 each) + consistency + position of the cervix (0 to 2 each)',
      sources: [{ citation: 'Bishop EH. Pelvic scoring for elective induction. Obstet Gynecol 1964;24:266-268' }],
    },
  },
  examples: [
    {
      input: { dilation: 2, effacement: 2, station: 1, consistency: 1, cervix_position: 1 },
      output: { bishop_score: 7, category: 'unfavourable' },
      origin: 'By hand: 2 + 2 + 1 + 1 + 1 = 7',
    },
    {
      input: { dilation: 2, effacement: 2, station: 2, consistency: 1, cervix_position: 1 },
      output: { bishop_score: 8, category: 'favourable' },
      origin: 'By hand: 2 + 2 + 2 + 1 + 1 = 8, where the cervix becomes favourable',
    },
    {
      input: { dilation: 3, effacement: 3, station: 3, consistency: 2, cervix_position: 2 },
      output: { bishop_score: 13, category: 'favourable' },
      origin: 'By hand: 3 + 3 + 3 + 2 + 2 = 13, the highest score',
    },
  ],
  calculate({ dilation, effacement, station, consistency, cervix_position }) {
    const score = dilation + effacement + station + consistency + cervix_position;
    return { bishop_score: score, category: classify(score, classes) };
  },
});
