import { z } from 'zod';
import { defineCalculator, field, result } from '../kit/index.ts';
import {
  CONCEPTION_TO_TERM,
  cycle,
  daysAfter,
  FERTILE_BEFORE_OVULATION,
  LUTEAL_DAYS,
  USUAL_CYCLE,
} from './calendar.ts';
import { datedBy } from './dated-by.ts';
import { pregnancy } from './family.ts';
import { acog700, wilcox1995 } from './sources.ts';

/** The day of conception, from the due date or the last period. */
export const conceptionDate = defineCalculator({
  name: 'conception-date',
  family: pregnancy,
  since: 'v1.0.0',
  input: z.object({
    due_date: field.date().optional(),
    last_period: field.date().optional(),
    cycle: cycle().optional(),
  }),
  output: z.object({ conception_date: result.date(), fertile_from: result.date() }),
  profile: ['due_date', 'last_period', 'cycle'],
  equations: {
    ovulation: {
      formula: 'due date − 266 days, or last period + cycle − 14',
      sources: [acog700, wilcox1995],
    },
  },
  examples: [
    {
      input: { due_date: '2026-10-08' },
      output: { conception_date: '2026-01-15', fertile_from: '2026-01-10' },
      origin: 'By the calendar: 266 days before 8 October 2026',
    },
    {
      input: { last_period: '2026-01-01', cycle: 32 },
      output: { conception_date: '2026-01-19', fertile_from: '2026-01-14' },
      origin: 'By the calendar: 32 − 14 = 18 days after 1 January 2026',
    },
    {
      input: { last_period: '2024-02-20' },
      output: { conception_date: '2024-03-05' },
      origin: 'By the calendar: 14 days after 20 February 2024, over the 29th',
    },
  ],
  calculate({ due_date, last_period, cycle: length = USUAL_CYCLE }) {
    const known = datedBy(last_period, due_date);
    const conception =
      'dueDate' in known
        ? daysAfter(known.dueDate, -CONCEPTION_TO_TERM)
        : daysAfter(known.lastPeriod, length - LUTEAL_DAYS);
    return { conception_date: conception, fertile_from: daysAfter(conception, -FERTILE_BEFORE_OVULATION) };
  },
  explain: () => ({ notes: ['conception-date.accuracy'] }),
});
