import { z } from 'zod';
import { classify, classTable, defineCalculator, exceeds, reaches, result } from '../kit/index.ts';
import { acute } from './family.ts';
import { glasgowComaScale, respiratoryRate, systolic } from './vital-signs.ts';

const classes = classTable({ negative: 0, positive: 2 });

const FAST_BREATHING = 22;
const LOW_PRESSURE = 100;
const FULLY_CONSCIOUS = 15;

/** Whether an infection may have led to a sepsis. */
export const qsofa = defineCalculator({
  name: 'qsofa',
  family: acute,
  since: 'v1.0.0',
  input: z.object({
    respiratory_rate: respiratoryRate(),
    systolic: systolic(),
    glasgow_coma_scale: glasgowComaScale(),
  }),
  output: z.object({ qsofa_score: result.rounded(0), category: result.classOf(classes) }),
  profile: ['respiratory_rate', 'systolic', 'glasgow_coma_scale'],
  equations: {
    qsofa: {
      formula: '1 point each: respiratory rate ≥ 22/min, systolic pressure ≤ 100 mmHg, Glasgow coma scale < 15',
      sources: [
        {
          citation:
            'Singer M, Deutschman CS, Seymour CW, et al. The third international consensus definitions for sepsis and septic shock (Sepsis-3). JAMA 2016;315:801-810',
          doi: '10.1001/jama.2016.0287',
        },
        {
          citation:
            'Seymour CW, Liu VX, Iwashyna TJ, et al. Assessment of clinical criteria for sepsis. JAMA 2016;315:762-774',
          doi: '10.1001/jama.2016.0288',
        },
      ],
    },
  },
  examples: [
    {
      input: { respiratory_rate: 22, systolic: 100, glasgow_coma_scale: 15 },
      output: { qsofa_score: 2, category: 'positive' },
      origin: 'Singer 2016, box 4: 22 breaths and 100 mmHg count; 1 + 1 = 2, where the score becomes positive',
    },
    {
      input: { respiratory_rate: 21, systolic: 101, glasgow_coma_scale: 14 },
      output: { qsofa_score: 1, category: 'negative' },
      origin: 'Singer 2016, box 4: only the consciousness counts',
    },
    {
      input: { respiratory_rate: 30, systolic: 85, glasgow_coma_scale: 12 },
      output: { qsofa_score: 3, category: 'positive' },
      origin: 'By hand: 1 + 1 + 1 = 3',
    },
  ],
  calculate({ respiratory_rate, systolic, glasgow_coma_scale }) {
    const score =
      Number(reaches(respiratory_rate, FAST_BREATHING)) +
      Number(!exceeds(systolic, LOW_PRESSURE)) +
      Number(glasgow_coma_scale < FULLY_CONSCIOUS);
    return { qsofa_score: score, category: classify(score, classes) };
  },
  explain: () => ({ notes: ['qsofa.not_for_screening'] }),
});
