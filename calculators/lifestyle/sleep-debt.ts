import { z } from 'zod';
import { defineCalculator, field, result } from '../kit/index.ts';
import { lifestyle } from './family.ts';

/** Nights of a week. */
const NIGHTS = 7;

/** Sleep lost in a week. */
export const sleepDebt = defineCalculator({
  name: 'sleep-debt',
  family: lifestyle,
  since: 'v1.0.0',
  input: z.object({
    need: field.hours({ min: 4, max: 14 }, 'hours'),
    hours: field.series({ min: 0, max: 24 }, { least: NIGHTS, most: NIGHTS, unit: 'h' }),
  }),
  output: z.object({
    sleep_debt_hours: result.hours(),
    mean_sleep_hours: result.hours(),
    deficit_hours: result.hours(),
    surplus_hours: result.hours(),
  }),
  profile: ['need', 'hours'],
  equations: {
    sum_of_nights: {
      formula: 'sleep debt = 7 · need − sum of the hours slept, at least 0',
      sources: [
        {
          citation:
            'Van Dongen HPA, Maislin G, Mullington JM, Dinges DF. The cumulative cost of additional wakefulness: dose-response effects on neurobehavioral functions and sleep physiology from chronic sleep restriction and total sleep deprivation. Sleep 2003;26:117-126',
          doi: '10.1093/sleep/26.2.117',
        },
      ],
    },
  },
  examples: [
    {
      input: { need: 8, hours: [6.5, 7, 6, 7.5, 6, 9, 8.5] },
      output: { sleep_debt_hours: 5.5, mean_sleep_hours: 7.21, deficit_hours: 7, surplus_hours: 1.5 },
      origin: 'By hand: 56 − 50.5 = 5.5; 50.5 / 7 = 7.2143; short by 1.5 + 1 + 2 + 0.5 + 2 = 7, over by 1 + 0.5 = 1.5',
    },
    {
      input: { need: 7.5, hours: [7.5, 7.5, 7.5, 7.5, 7.5, 7.5, 7.5] },
      output: { sleep_debt_hours: 0, mean_sleep_hours: 7.5, deficit_hours: 0, surplus_hours: 0 },
      origin: 'By hand: every night as long as needed',
    },
    {
      input: { need: 7, hours: [8, 8, 6.5, 8, 8, 9, 9] },
      output: { sleep_debt_hours: 0, mean_sleep_hours: 8.07, deficit_hours: 0.5, surplus_hours: 8 },
      origin: 'By hand: 49 − 56.5 is below 0; 56.5 / 7 = 8.0714; short by 0.5, over by 1 + 1 + 1 + 1 + 2 + 2 = 8',
    },
  ],
  calculate({ need, hours }) {
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    const slept = sum(hours);
    return {
      sleep_debt_hours: Math.max(0, NIGHTS * need - slept),
      mean_sleep_hours: slept / NIGHTS,
      deficit_hours: sum(hours.map((night) => Math.max(0, need - night))),
      surplus_hours: sum(hours.map((night) => Math.max(0, night - need))),
    };
  },
  explain: () => ({ notes: ['sleep-debt.not_repaid_at_once'] }),
});
