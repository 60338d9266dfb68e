import { z } from 'zod';
import { defineCalculator, field, given, method, result } from '../kit/index.ts';
import {
  CONCEPTION_TO_TERM,
  cycle,
  daysAfter,
  daysBetween,
  gestationalAgeFields,
  TERM_DAYS,
  USUAL_CYCLE,
} from './calendar.ts';
import { pregnancy } from './family.ts';
import { acog700, naegele } from './sources.ts';

const equations = {
  last_period: { formula: 'last period + 280 days + (cycle − 28)', sources: [naegele, acog700] },
  conception: { formula: 'conception + 266 days', sources: [acog700] },
  embryo_transfer: { formula: 'transfer + 266 days − age of the embryo', sources: [acog700] },
  ultrasound: { formula: 'scan + 280 days − gestational age at the scan', sources: [acog700] },
};

const input = z.object({
  last_period: field.date().optional(),
  cycle: cycle().optional(),
  conception_date: field.date().optional(),
  transfer_date: field.date().optional(),
  embryo_age: field.count({ min: 2, max: 7 }, 'days').optional(),
  scan_date: field.date().optional(),
  ...gestationalAgeFields,
  // The default equation depends on the date that is given.
  method: method(equations).unwrap().optional(),
});

type Dates = z.output<typeof input>;

/** The due date, from a period, a conception, a transfer or a scan. */
export const dueDate = defineCalculator({
  name: 'due-date',
  family: pregnancy,
  since: 'v1.0.0',
  input,
  output: z.object({
    due_date: result.date(),
    equivalent_last_period: result.date(),
    conception_date: result.date(),
    second_trimester_from: result.date(),
    third_trimester_from: result.date(),
    full_term_from: result.date(),
  }),
  profile: [
    'last_period',
    'cycle',
    'conception_date',
    'transfer_date',
    'embryo_age',
    'scan_date',
    'gestational_weeks',
    'gestational_days',
  ],
  usedBy: {
    last_period: ['last_period'],
    cycle: ['last_period'],
    conception_date: ['conception'],
    transfer_date: ['embryo_transfer'],
    embryo_age: ['embryo_transfer'],
    scan_date: ['ultrasound'],
    gestational_weeks: ['ultrasound'],
    gestational_days: ['ultrasound'],
  },
  equations,
  examples: [
    {
      input: { last_period: '2026-01-01' },
      output: { due_date: '2026-10-08', conception_date: '2026-01-15', second_trimester_from: '2026-04-09' },
      origin: 'By the calendar: 280 days after 1 January 2026 is 8 October 2026',
    },
    {
      input: { last_period: '2026-01-01', cycle: 32 },
      output: { due_date: '2026-10-12', equivalent_last_period: '2026-01-05' },
      origin: 'By the calendar: four days later with a cycle of 32 days',
    },
    {
      input: { transfer_date: '2026-03-02', embryo_age: 5 },
      output: { due_date: '2026-11-18', equivalent_last_period: '2026-02-11', conception_date: '2026-02-25' },
      origin: 'By the calendar: 261 days after 2 March 2026; 14 + 5 days before 2 March 2026',
    },
    {
      input: { scan_date: '2026-05-15', gestational_weeks: 19, gestational_days: 1 },
      output: { due_date: '2026-10-08', third_trimester_from: '2026-07-16', full_term_from: '2026-10-01' },
      origin: 'By the calendar: 280 − 134 = 146 days after 15 May 2026',
    },
    {
      input: { last_period: '2026-01-01', scan_date: '2026-03-12', gestational_weeks: 9, gestational_days: 0 },
      output: { due_date: '2026-10-08' },
      origin:
        'ACOG 700: 10 weeks + 0 days by the period, a scan 7 days behind is not more than 7 days: the period holds',
    },
    {
      input: { last_period: '2026-01-01', scan_date: '2026-03-12', gestational_weeks: 8, gestational_days: 6 },
      output: { due_date: '2026-10-16' },
      origin: 'ACOG 700: a scan 8 days behind redates: 280 − 62 = 218 days after 12 March 2026',
    },
    {
      input: { conception_date: '2023-06-01' },
      output: { due_date: '2024-02-22' },
      origin: 'By the calendar: 266 days after 1 June 2023',
    },
  ],
  calculate(dates) {
    const due = DUE[chosen(dates)](dates);
    const week = (weeks: number) => daysAfter(due, 7 * weeks - TERM_DAYS);
    return {
      due_date: due,
      equivalent_last_period: daysAfter(due, -TERM_DAYS),
      conception_date: daysAfter(due, -CONCEPTION_TO_TERM),
      second_trimester_from: week(14),
      third_trimester_from: week(28),
      full_term_from: week(39),
    };
  },
  explain: (dates) => ({ equation: chosen(dates), notes: ['due-date.accuracy'] }),
});

/**
 * Without a method the most precise input decides: a transfer, a conception, then the last period unless a scan redates
 * it.
 */
function chosen(dates: Dates): keyof typeof equations {
  const { method: named, transfer_date, conception_date, scan_date, last_period } = dates;
  if (named) return named;
  if (transfer_date !== undefined) return 'embryo_transfer';
  if (conception_date !== undefined) return 'conception';
  if (scan_date === undefined) return 'last_period';
  return last_period === undefined || redates(scan_date, dates) ? 'ultrasound' : 'last_period';
}

/** The largest accepted difference of a scan in days, from a gestational age in days by the last period (ACOG 700). */
const REDATED_ABOVE = [
  [0, 5],
  [63, 7],
  [112, 10],
  [154, 14],
  [196, 21],
] as const;

function redates(scanDate: string, dates: Dates): boolean {
  const due = DUE.last_period(dates);
  const age = TERM_DAYS - daysBetween(scanDate, due);
  const [, most] = REDATED_ABOVE.findLast(([from]) => age >= from) ?? REDATED_ABOVE[0];
  return Math.abs(daysBetween(due, DUE.ultrasound(dates))) > most;
}

const DUE: Readonly<Record<keyof typeof equations, (dates: Dates) => string>> = {
  last_period(dates) {
    const { last_period } = given(dates, ['last_period'], 'last_period');
    return daysAfter(last_period, TERM_DAYS + (dates.cycle ?? USUAL_CYCLE) - USUAL_CYCLE);
  },
  conception(dates) {
    return daysAfter(given(dates, ['conception_date'], 'conception').conception_date, CONCEPTION_TO_TERM);
  },
  embryo_transfer(dates) {
    const { transfer_date, embryo_age } = given(dates, ['transfer_date', 'embryo_age'], 'embryo_transfer');
    return daysAfter(transfer_date, CONCEPTION_TO_TERM - embryo_age);
  },
  ultrasound(dates) {
    const { scan_date, gestational_weeks } = given(dates, ['scan_date', 'gestational_weeks'], 'ultrasound');
    return daysAfter(scan_date, TERM_DAYS - 7 * gestational_weeks - (dates.gestational_days ?? 0));
  },
};
