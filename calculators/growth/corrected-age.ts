import { z } from 'zod';
import { dayNumber, defineCalculator, field, OutsideValidity, result } from '../kit/index.ts';
import { DAYS_PER_MONTH } from './child.ts';
import { growth } from './family.ts';

/** A pregnancy of 40 weeks. */
const TERM_DAYS = 280;

/** Corrected age is commonly used up to the second birthday; the statement of the AAP allows three years. */
const USED_TO_MONTHS = 24;

/** The age of a child born early, counted from the day it was due. */
export const correctedAge = defineCalculator({
  name: 'corrected-age',
  family: growth,
  since: 'v1.0.0',
  input: z.object({
    birth_date: field.date(),
    date: field.date(),
    gestational_weeks: field.count({ min: 22, max: 41 }, 'weeks'),
    gestational_days: field.count({ min: 0, max: 6 }, 'days').default(0),
  }),
  output: z.object({
    chronological_age_days: result.rounded(0),
    corrected_age_days: result.rounded(0),
    corrected_age_weeks: result.rounded(2),
    corrected_age_months: result.rounded(2),
  }),
  profile: ['birth_date', 'date', 'gestational_weeks', 'gestational_days'],
  equations: {
    aap: {
      formula: 'corrected age = age − (40 weeks − gestational age at birth)',
      sources: [
        {
          citation:
            'American Academy of Pediatrics Committee on Fetus and Newborn. Age terminology during the perinatal period. Pediatrics 2004;114:1362-1364',
          doi: '10.1542/peds.2004-1915',
        },
      ],
    },
  },
  examples: [
    {
      input: { birth_date: '2026-01-01', date: '2026-05-21', gestational_weeks: 32 },
      output: { chronological_age_days: 140, corrected_age_days: 84, corrected_age_weeks: 12 },
      origin: 'By hand: 20 weeks after a birth at 32 weeks + 0 days: 140 − (280 − 224) = 84 days',
    },
    {
      input: { birth_date: '2026-03-01', date: '2026-03-31', gestational_weeks: 28, gestational_days: 4 },
      output: { chronological_age_days: 30, corrected_age_days: -50, corrected_age_weeks: -7.14 },
      origin: 'By hand: 30 − (280 − 200) = −50 days: it is still 50 days to the due date',
    },
    {
      input: { birth_date: '2024-02-28', date: '2025-02-28', gestational_weeks: 40 },
      output: { chronological_age_days: 366, corrected_age_days: 366, corrected_age_months: 12.02 },
      origin: 'By hand: born at 40 weeks there is nothing to correct; a year with a leap day; 366 / 30.4375 = 12.0246',
    },
  ],
  calculate({ birth_date, date, gestational_weeks, gestational_days }) {
    const age = dayNumber(date) - dayNumber(birth_date);
    if (age < 0) throw new OutsideValidity('date', 'before_birth');
    const corrected = age - Math.max(0, TERM_DAYS - (7 * gestational_weeks + gestational_days));
    return {
      chronological_age_days: age,
      corrected_age_days: corrected,
      corrected_age_weeks: corrected / 7,
      corrected_age_months: corrected / DAYS_PER_MONTH,
    };
  },
  explain: (_child, { chronological_age_days }) => ({
    warnings: chronological_age_days > USED_TO_MONTHS * DAYS_PER_MONTH ? ['corrected-age.over_two'] : [],
  }),
});
