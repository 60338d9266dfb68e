import { z } from 'zod';
import { classify, defineCalculator, field, given, OutsideValidity, result } from '../kit/index.ts';
import { lifestyle } from './family.ts';
import {
  groupOfMonths,
  groupOfYears,
  SLEEP,
  SLEEP_AGE_GROUPS,
  type SleepAgeGroup,
  sleepClasses,
} from './sleep-recommendations.ts';

const range = () => z.object({ min: result.rounded(0), max: result.rounded(0) });

const input = z.object({
  age: field.age({ min: 0, max: 120 }),
  months: field.count({ min: 0, max: 11 }, 'months').optional(),
  hours: field.hours({ min: 0, max: 24 }).optional(),
});

/** Recommended duration of sleep at an age. */
export const sleepDuration = defineCalculator({
  name: 'sleep-duration',
  family: lifestyle,
  since: 'v1.0.0',
  input,
  output: z.object({
    age_group: result.key(SLEEP_AGE_GROUPS),
    recommended_hours: range(),
    acceptable_hours: range(),
    category: result.classOf(sleepClasses(SLEEP.adult)).optional(),
  }),
  profile: ['age', 'months', 'hours'],
  equations: {
    national_sleep_foundation: {
      formula: 'table of hours in 24 hours by age',
      sources: [
        {
          citation:
            "Hirshkowitz M, Whiton K, Albert SM, et al. National Sleep Foundation's sleep time duration recommendations: methodology and results summary. Sleep Health 2015;1:40-43",
          doi: '10.1016/j.sleh.2014.12.010',
        },
      ],
    },
  },
  examples: [
    {
      input: { age: 35, hours: 7 },
      output: {
        age_group: 'adult',
        recommended_hours: { min: 7, max: 9 },
        acceptable_hours: { min: 6, max: 10 },
        category: 'recommended',
      },
      origin: 'Hirshkowitz 2015, adults of 26 to 64: 7 to 9 h recommended, 6 and 10 h may be appropriate',
    },
    {
      input: { age: 0, months: 3, hours: 13.5 },
      output: { age_group: 'newborn', recommended_hours: { min: 14, max: 17 }, category: 'short' },
      origin: 'Hirshkowitz 2015, newborns of 0 to 3 months: 14 to 17 h, 11 to 13 h may be appropriate',
    },
    {
      input: { age: 65, hours: 8.5 },
      output: { age_group: 'older_adult', recommended_hours: { min: 7, max: 8 }, category: 'long' },
      origin: 'Hirshkowitz 2015, from 65: 7 to 8 h, 9 h may be appropriate',
    },
    {
      input: { age: 16 },
      output: { age_group: 'teenager', recommended_hours: { min: 8, max: 10 }, acceptable_hours: { min: 7, max: 11 } },
      origin: 'Hirshkowitz 2015, teenagers of 14 to 17',
    },
  ],
  calculate(person) {
    const group = groupOf(person);
    const { recommended, acceptable } = SLEEP[group];
    return {
      age_group: group,
      recommended_hours: recommended,
      acceptable_hours: acceptable,
      ...(person.hours === undefined ? {} : { category: classify(person.hours, sleepClasses(SLEEP[group])) }),
    };
  },
  explain: (_, { age_group }) => ({ classes: { category: sleepClasses(SLEEP[age_group]) } }),
});

function groupOf(person: z.output<typeof input>): SleepAgeGroup {
  const { age, months } = person;
  if (age === 0) return groupOfMonths(given(person, ['months'], 'national_sleep_foundation').months);
  if (months !== undefined) throw new OutsideValidity('months', 'sleep-duration.first_year');
  return groupOfYears(age);
}
