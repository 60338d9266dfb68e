import { z } from 'zod';
import { above, classify, classTable, defineCalculator, field, OutsideValidity, result } from '../kit/index.ts';
import { heart } from './family.ts';

/** A fall of 12 beats is still abnormal. */
const classes = classTable({ abnormal: 0, normal: above(12) });

/** How far the heart rate falls in the first minute after exercise. */
export const heartRateRecovery = defineCalculator({
  name: 'heart-rate-recovery',
  family: heart,
  since: 'v1.0.0',
  input: z.object({
    peak_heart_rate: field.heartRate({ min: 60, max: 240 }),
    recovery_heart_rate: field.heartRate({ min: 30, max: 240 }),
  }),
  output: z.object({ heart_rate_recovery_bpm: result.beatsPerMinute(), category: result.classOf(classes) }),
  profile: ['peak_heart_rate', 'recovery_heart_rate'],
  equations: {
    cole: {
      formula: 'HRR = HR at peak exercise − HR one minute later',
      sources: [
        {
          citation:
            'Cole CR, Blackstone EH, Pashkow FJ, Snader CE, Lauer MS. Heart-rate recovery immediately after exercise as a predictor of mortality. N Engl J Med 1999;341:1351-1357',
          doi: '10.1056/NEJM199910283411804',
        },
      ],
    },
  },
  examples: [
    {
      input: { peak_heart_rate: 178, recovery_heart_rate: 150 },
      output: { heart_rate_recovery_bpm: 28, category: 'normal' },
      origin: 'By hand: 178 − 150 = 28',
    },
    {
      input: { peak_heart_rate: 170, recovery_heart_rate: 158 },
      output: { heart_rate_recovery_bpm: 12, category: 'abnormal' },
      origin: 'By hand: 170 − 158 = 12, which the paper still counts as abnormal (12 beats a minute or less)',
    },
    {
      input: { peak_heart_rate: 170, recovery_heart_rate: 157 },
      output: { heart_rate_recovery_bpm: 13, category: 'normal' },
      origin: 'By hand: 170 − 157 = 13, more than 12',
    },
  ],
  calculate({ peak_heart_rate, recovery_heart_rate }) {
    const fall = peak_heart_rate - recovery_heart_rate;
    if (fall < 0) throw new OutsideValidity('recovery_heart_rate', 'heart-rate-recovery.above_peak');
    return { heart_rate_recovery_bpm: fall, category: classify(fall, classes) };
  },
  explain: () => ({ notes: ['heart-rate-recovery.upright'] }),
});
