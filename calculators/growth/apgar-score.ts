import { z } from 'zod';
import { classify, classTable, defineCalculator, field, result } from '../kit/index.ts';
import { growth } from './family.ts';

const classes = classTable({ low: 0, moderately_abnormal: 4, reassuring: 7 });

const finding = () => field.count({ min: 0, max: 2 });

/** The condition of a newborn one and five minutes after birth. */
export const apgarScore = defineCalculator({
  name: 'apgar-score',
  family: growth,
  since: 'v1.0.0',
  input: z.object({
    appearance: finding(),
    pulse: finding(),
    grimace: finding(),
    activity: finding(),
    respiration: finding(),
  }),
  output: z.object({ apgar_score: result.rounded(0), category: result.classOf(classes) }),
  profile: ['appearance', 'pulse', 'grimace', 'activity', 'respiration'],
  equations: {
    apgar: {
      formula: 'appearance + pulse + grimace + activity + respiration, each 0 to 2',
      sources: [
        {
          citation:
            'Apgar V. A proposal for a new method of evaluation of the newborn infant. Curr Res Anesth Analg 1953;32:260-267',
        },
      ],
    },
  },
  sources: [
    {
      citation:
        'American Academy of Pediatrics, American College of Obstetricians and Gynecologists. The Apgar score. Pediatrics 2015;136:819-822',
      doi: '10.1542/peds.2015-2651',
    },
  ],
  examples: [
    {
      input: { appearance: 1, pulse: 2, grimace: 2, activity: 1, respiration: 1 },
      output: { apgar_score: 7, category: 'reassuring' },
      origin: 'By hand: 1 + 2 + 2 + 1 + 1 = 7, the least reassuring score',
    },
    {
      input: { appearance: 0, pulse: 1, grimace: 1, activity: 0, respiration: 1 },
      output: { apgar_score: 3, category: 'low' },
      origin: 'By hand: 0 + 1 + 1 + 0 + 1 = 3',
    },
    {
      input: { appearance: 2, pulse: 2, grimace: 2, activity: 2, respiration: 2 },
      output: { apgar_score: 10, category: 'reassuring' },
      origin: 'By hand: five times 2',
    },
  ],
  calculate({ appearance, pulse, grimace, activity, respiration }) {
    const score = appearance + pulse + grimace + activity + respiration;
    return { apgar_score: score, category: classify(score, classes) };
  },
  explain: () => ({ notes: ['apgar-score.not_a_prognosis'] }),
});
