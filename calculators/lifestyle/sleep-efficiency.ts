import { z } from 'zod';
import { classify, classTable, defineCalculator, field, OutsideValidity, result } from '../kit/index.ts';
import { lifestyle } from './family.ts';

const classes = classTable({ low: 0, good: 85 });

/** The share of the time in bed that is spent asleep. */
export const sleepEfficiency = defineCalculator({
  name: 'sleep-efficiency',
  family: lifestyle,
  since: 'v1.0.0',
  input: z.object({
    asleep: field.duration({ min: 0, max: 1440 }),
    in_bed: field.duration({ min: 1, max: 1440 }),
  }),
  output: z.object({
    sleep_efficiency_percent: result.percent(),
    awake_min: result.rounded(2),
    category: result.classOf(classes),
  }),
  profile: ['asleep', 'in_bed'],
  equations: {
    asleep_in_bed: {
      formula: 'sleep efficiency = 100 · time asleep / time in bed',
      sources: [
        {
          citation:
            "Ohayon M, Wickwire EM, Hirshkowitz M, et al. National Sleep Foundation's sleep quality recommendations: first report. Sleep Health 2017;3:6-19",
          doi: '10.1016/j.sleh.2016.11.006',
        },
      ],
    },
  },
  examples: [
    {
      input: { asleep: 408, in_bed: 480 },
      output: { sleep_efficiency_percent: 85, awake_min: 72, category: 'good' },
      origin: 'By hand: 408 / 480 = 0.85, where good begins',
    },
    {
      input: { asleep: 390, in_bed: 465 },
      output: { sleep_efficiency_percent: 83.87, awake_min: 75, category: 'low' },
      origin: 'By hand: 390 / 465 = 0.838710',
    },
    {
      input: { asleep: 437.5, in_bed: 450 },
      output: { sleep_efficiency_percent: 97.22, awake_min: 12.5, category: 'good' },
      origin: 'By hand: 437.5 / 450 = 0.972222',
    },
  ],
  calculate({ asleep, in_bed }) {
    if (asleep > in_bed) throw new OutsideValidity('asleep', 'sleep-efficiency.longer_than_in_bed');
    const efficiency = (100 * asleep) / in_bed;
    return {
      sleep_efficiency_percent: efficiency,
      awake_min: in_bed - asleep,
      category: classify(efficiency, classes),
    };
  },
});
