import { z } from 'zod';
import { defineCalculator, field, given, method, OutsideValidity, result } from '../kit/index.ts';
import { cycle, daysAfter, FERTILE_BEFORE_OVULATION, LUTEAL_DAYS, USUAL_CYCLE } from './calendar.ts';
import { pregnancy } from './family.ts';
import { wilcox1995, wilcox2000 } from './sources.ts';

const equations = {
  regular: {
    formula: 'ovulation = last period + cycle − 14; fertile are the five days before it and its own',
    sources: [wilcox1995, wilcox2000],
  },
  ogino_knaus: {
    formula: 'first fertile day of the cycle = shortest cycle − 18, last = longest cycle − 11',
    sources: [
      { citation: 'Ogino K. Ovulationstermin und Konzeptionstermin. Zentralbl Gynäkol 1930;54:464-479' },
      { citation: 'Knaus H. Eine neue Methode zur Bestimmung des Ovulationstermines. Zentralbl Gynäkol 1929;53:2193' },
    ],
  },
};

const input = z.object({
  last_period: field.date(),
  cycle: cycle().optional(),
  shortest_cycle: cycle().optional(),
  longest_cycle: cycle().optional(),
  // The shortest and the longest cycle select the method for irregular cycles, so no default is documented.
  method: method(equations).unwrap().optional(),
});

/** The days on which conception is possible. */
export const fertileWindow = defineCalculator({
  name: 'fertile-window',
  family: pregnancy,
  since: 'v1.0.0',
  input,
  output: z.object({
    fertile_from: result.date(),
    fertile_to: result.date(),
    ovulation_date: result.date().optional(),
    next_period: result.date().optional(),
  }),
  profile: ['last_period', 'cycle', 'shortest_cycle', 'longest_cycle'],
  usedBy: {
    cycle: ['regular'],
    shortest_cycle: ['ogino_knaus'],
    longest_cycle: ['ogino_knaus'],
  },
  equations,
  examples: [
    {
      input: { last_period: '2026-06-01', cycle: 30 },
      output: {
        fertile_from: '2026-06-12',
        fertile_to: '2026-06-17',
        ovulation_date: '2026-06-17',
        next_period: '2026-07-01',
      },
      origin: 'By the calendar: 30 − 14 = 16 days after 1 June; six days end on the ovulation',
    },
    {
      input: { last_period: '2024-02-15' },
      output: { ovulation_date: '2024-02-29', next_period: '2024-03-14' },
      origin: 'By the calendar: 14 days after 15 February 2024, a leap year',
    },
    {
      input: { last_period: '2026-06-01', shortest_cycle: 26, longest_cycle: 31 },
      output: { fertile_from: '2026-06-08', fertile_to: '2026-06-20' },
      origin: 'By hand: day 26 − 18 = 8 to day 31 − 11 = 20 of the cycle, whose day 1 is 1 June',
    },
  ],
  calculate(dates) {
    const { last_period } = dates;
    if (chosen(dates) === 'ogino_knaus') {
      const { shortest_cycle, longest_cycle } = given(dates, ['shortest_cycle', 'longest_cycle'], 'ogino_knaus');
      if (shortest_cycle > longest_cycle) throw new OutsideValidity('shortest_cycle', 'fertile-window.order');
      // Day 1 of the cycle is the first day of the period.
      return {
        fertile_from: daysAfter(last_period, shortest_cycle - 18 - 1),
        fertile_to: daysAfter(last_period, longest_cycle - 11 - 1),
      };
    }
    const length = dates.cycle ?? USUAL_CYCLE;
    const ovulation = daysAfter(last_period, length - LUTEAL_DAYS);
    return {
      fertile_from: daysAfter(ovulation, -FERTILE_BEFORE_OVULATION),
      fertile_to: ovulation,
      ovulation_date: ovulation,
      next_period: daysAfter(last_period, length),
    };
  },
  explain: (dates) => ({ equation: chosen(dates), warnings: ['fertile-window.not_contraception'] }),
});

function chosen({ method: named, cycle: length, shortest_cycle, longest_cycle }: z.output<typeof input>) {
  const irregular = length === undefined && (shortest_cycle !== undefined || longest_cycle !== undefined);
  return named ?? (irregular ? 'ogino_knaus' : 'regular');
}
