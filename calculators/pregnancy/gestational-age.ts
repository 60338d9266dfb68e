import { z } from 'zod';
import { classify, classTable, defineCalculator, field, OutsideValidity, result } from '../kit/index.ts';
import { daysBetween, TERM_DAYS } from './calendar.ts';
import { datedBy } from './dated-by.ts';
import { pregnancy } from './family.ts';
import { acog700 } from './sources.ts';

/** By completed days: 14 weeks are 98, 28 are 196. */
const trimesters = classTable({ first: 0, second: 98, third: 196 });

/** By completed days: 37 weeks are 259, 39 are 273, 41 are 287, 42 are 294. */
const terms = classTable({ preterm: 0, early_term: 259, full_term: 273, late_term: 287, post_term: 294 });

/** 44 weeks: no pregnancy lasts longer. */
const LONGEST = 308;

/** Gestational age on a day. */
export const gestationalAge = defineCalculator({
  name: 'gestational-age',
  family: pregnancy,
  since: 'v1.0.0',
  input: z.object({
    last_period: field.date().optional(),
    due_date: field.date().optional(),
    date: field.date(),
  }),
  output: z.object({
    gestational_age_days: result.rounded(0),
    weeks: result.rounded(0, { unit: 'weeks' }),
    days: result.rounded(0, { unit: 'days' }),
    days_to_due_date: result.rounded(0, { unit: 'days' }),
    trimester: result.classOf(trimesters),
    term: result.classOf(terms),
  }),
  profile: ['last_period', 'due_date', 'date'],
  equations: {
    dates: { formula: 'days since the last period, or 280 − days to the due date', sources: [acog700] },
  },
  sources: [
    {
      citation:
        'American College of Obstetricians and Gynecologists. Committee Opinion 579: definition of term pregnancy. Obstet Gynecol 2013;122:1139-1140',
      doi: '10.1097/01.AOG.0000437385.88715.4a',
    },
  ],
  examples: [
    {
      input: { last_period: '2026-01-01', date: '2026-05-15' },
      output: {
        gestational_age_days: 134,
        weeks: 19,
        days: 1,
        days_to_due_date: 146,
        trimester: 'second',
        term: 'preterm',
      },
      origin: 'By the calendar: 134 days, 19 · 7 + 1',
    },
    {
      input: { due_date: '2026-10-08', date: '2026-04-09' },
      output: { gestational_age_days: 98, weeks: 14, days: 0, trimester: 'second' },
      origin:
        'By the calendar: 182 days to the due date, 280 − 182 = 98 = 14 weeks + 0 days, where the second trimester begins',
    },
    {
      input: { due_date: '2026-10-08', date: '2026-10-15' },
      output: {
        gestational_age_days: 287,
        weeks: 41,
        days: 0,
        days_to_due_date: -7,
        trimester: 'third',
        term: 'late_term',
      },
      origin: 'By the calendar: a week after the due date is 41 weeks + 0 days, where late term begins',
    },
  ],
  calculate({ last_period, due_date, date }) {
    const known = datedBy(last_period, due_date);
    const age = 'dueDate' in known ? TERM_DAYS - daysBetween(date, known.dueDate) : daysBetween(known.lastPeriod, date);
    if (age < 0 || age > LONGEST)
      throw new OutsideValidity('date', 'gestational-age.no_pregnancy', { max: LONGEST / 7 });
    return {
      gestational_age_days: age,
      weeks: Math.floor(age / 7),
      days: age % 7,
      days_to_due_date: TERM_DAYS - age,
      trimester: classify(age, trimesters),
      term: classify(age, terms),
    };
  },
});
