import { z } from 'zod';
import { above, classify, classTable, defineCalculator, field, result } from '../kit/index.ts';
import { cardiac } from './family.ts';

/** Points of the angina during the test. */
const ANGINA = { none: 0, non_limiting: 1, limiting: 2 };

/** −11 is still high; 5 is low. */
const classes = classTable({ high: Number.NEGATIVE_INFINITY, moderate: above(-11), low: 5 });

/** Prognosis of a suspected coronary artery disease from a treadmill test by the protocol of Bruce. */
export const dukeTreadmillScore = defineCalculator({
  name: 'duke-treadmill-score',
  family: cardiac,
  since: 'v1.0.0',
  input: z.object({
    duration: field.duration({ min: 0, max: 30 }),
    st_deviation: field.quantity({ min: 0, max: 10 }, 'mm', 'mm'),
    angina: field.choice(['none', 'non_limiting', 'limiting'], { labels: 'angina' }),
  }),
  output: z.object({ duke_score: result.rounded(1), category: result.classOf(classes) }),
  profile: ['duration', 'st_deviation', 'angina'],
  equations: {
    duke: {
      formula: 'score = duration [min] − 5 · ST deviation [mm] − 4 · angina (0 none, 1 non-limiting, 2 limiting)',
      sources: [
        {
          citation:
            'Mark DB, Shaw L, Harrell FE, et al. Prognostic value of a treadmill exercise score in outpatients with suspected coronary artery disease. N Engl J Med 1991;325:849-853',
          doi: '10.1056/NEJM199109193251204',
        },
      ],
    },
  },
  examples: [
    {
      input: { duration: 9, st_deviation: 1, angina: 'none' },
      output: { duke_score: 4, category: 'moderate' },
      origin: 'By hand: 9 − 5 · 1 = 4',
    },
    {
      input: { duration: 10, st_deviation: 1, angina: 'none' },
      output: { duke_score: 5, category: 'low' },
      origin: 'By hand: 10 − 5 = 5, where the low risk begins (Mark 1991)',
    },
    {
      input: { duration: 7, st_deviation: 2, angina: 'limiting' },
      output: { duke_score: -11, category: 'high' },
      origin: 'By hand: 7 − 10 − 8 = −11, still high (Mark 1991)',
    },
    {
      input: { duration: 6.5, st_deviation: 1.5, angina: 'non_limiting' },
      output: { duke_score: -5, category: 'moderate' },
      origin: 'By hand: 6.5 − 7.5 − 4 = −5',
    },
  ],
  calculate({ duration, st_deviation, angina }) {
    const score = duration - 5 * st_deviation - 4 * ANGINA[angina];
    return { duke_score: score, category: classify(score, classes) };
  },
  explain: () => ({ notes: ['duke-treadmill-score.bruce'] }),
});
