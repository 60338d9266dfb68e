import { z } from 'zod';
import {
  above,
  classify,
  classTable,
  defineCalculator,
  field,
  given,
  method,
  OutsideValidity,
  result,
} from '../kit/index.ts';
import { training } from './family.ts';

const impellizzeri = {
  citation:
    'Impellizzeri FM, Tenan MS, Kempton T, Novak A, Coutts AJ. Acute:chronic workload ratio: conceptual issues and fundamental pitfalls. Int J Sports Physiol Perform 2020;15:907-913',
  doi: '10.1123/ijspp.2019-0864',
};

const equations = {
  rolling_average: {
    formula: 'ratio = mean load of the last 7 days / mean load of the last 28 days (coupled)',
    sources: [
      {
        citation:
          'Gabbett TJ. The training-injury prevention paradox: should athletes be training smarter and harder? Br J Sports Med 2016;50:273-280',
        doi: '10.1136/bjsports-2015-095788',
      },
    ],
  },
  ewma: {
    formula:
      'EWMA today = λ·load today + (1 − λ)·EWMA yesterday, λ = 2/(N + 1), N = 7 (acute) and 28 (chronic), beginning with the first load; ratio = acute / chronic',
    sources: [
      {
        citation:
          'Williams S, West S, Cross MJ, Stokes KA. Better way to determine the acute:chronic workload ratio? Br J Sports Med 2017;51:209-210',
        doi: '10.1136/bjsports-2016-096589',
      },
    ],
  },
};

const classes = classTable({ low: 0, sweet_spot: 0.8, elevated: above(1.3), danger_zone: 1.5 });

const ACUTE_DAYS = 7;
const CHRONIC_DAYS = 28;

const input = z.object({
  acute_load: field.quantity({ min: 0, max: 100_000 }).optional(),
  chronic_load: field.quantity({ min: 0, max: 100_000 }).optional(),
  daily_loads: field.series({ min: 0, max: 100_000 }, { least: CHRONIC_DAYS, most: 366 }).optional(),
  method: method(equations, { all: true }),
});

/** The load of the last week divided by the load of the last four. */
export const acuteChronicWorkload = defineCalculator({
  name: 'acute-chronic-workload',
  family: training,
  since: 'v1.0.0',
  input,
  output: z.object({
    acute_chronic_ratio: result.ratio(),
    category: result.classOf(classes),
    mean_acute_load: result.index(),
    mean_chronic_load: result.index(),
  }),
  profile: ['acute_load', 'chronic_load', 'daily_loads'],
  usedBy: {
    acute_load: ['rolling_average'],
    chronic_load: ['rolling_average'],
  },
  equations,
  sources: [impellizzeri],
  examples: [
    {
      input: { acute_load: 400, chronic_load: 350 },
      output: { acute_chronic_ratio: 1.143, category: 'sweet_spot' },
      origin: 'By hand: 400 / 350 = 1.142857',
    },
    {
      input: { acute_load: 390, chronic_load: 300 },
      output: { acute_chronic_ratio: 1.3, category: 'sweet_spot' },
      origin: 'By hand: 390 / 300 = 1.3 exactly, which is still the sweet spot',
    },
    {
      input: { acute_load: 450, chronic_load: 300 },
      output: { acute_chronic_ratio: 1.5, category: 'danger_zone' },
      origin: 'By hand: 450 / 300 = 1.5 exactly, where the danger zone begins',
    },
    {
      input: { daily_loads: [...Array<number>(21).fill(300), ...Array<number>(7).fill(500)] },
      output: { acute_chronic_ratio: 1.429, mean_acute_load: 500, mean_chronic_load: 350, category: 'elevated' },
      origin: 'By hand: (21 · 300 + 7 · 500) / 28 = 350; 500 / 350 = 1.428571',
    },
    {
      input: { daily_loads: [...Array<number>(21).fill(300), ...Array<number>(7).fill(500)], method: 'ewma' },
      output: { acute_chronic_ratio: 1.25, mean_acute_load: 473.3, mean_chronic_load: 378.72 },
      origin: 'By hand: 500 − 200 · 0.75^7 = 473.303; 500 − 200 · (27/29)^7 = 378.7197; ratio 1.249746',
    },
  ],
  calculate(loads) {
    const { acute, chronic } = BY_METHOD[loads.method](loads);
    if (chronic <= 0) {
      const blamed = loads.daily_loads === undefined ? 'chronic_load' : 'daily_loads';
      throw new OutsideValidity(blamed, 'acute-chronic-workload.no_load');
    }
    const ratio = acute / chronic;
    return {
      acute_chronic_ratio: ratio,
      category: classify(ratio, classes),
      mean_acute_load: acute,
      mean_chronic_load: chronic,
    };
  },
  explain: () => ({ notes: ['acute-chronic-workload.disputed'] }),
});

interface Means {
  readonly acute: number;
  readonly chronic: number;
}

const BY_METHOD: Readonly<Record<keyof typeof equations, (loads: z.output<typeof input>) => Means>> = {
  rolling_average(loads) {
    const { daily_loads } = loads;
    if (daily_loads === undefined) {
      const { acute_load, chronic_load } = given(loads, ['acute_load', 'chronic_load'], 'rolling_average');
      return { acute: acute_load, chronic: chronic_load };
    }
    if (loads.acute_load !== undefined || loads.chronic_load !== undefined) {
      throw new OutsideValidity('daily_loads', 'acute-chronic-workload.given_twice');
    }
    return { acute: mean(daily_loads.slice(-ACUTE_DAYS)), chronic: mean(daily_loads.slice(-CHRONIC_DAYS)) };
  },
  ewma(loads) {
    const { daily_loads } = given(loads, ['daily_loads'], 'ewma');
    return { acute: weightedMean(daily_loads, ACUTE_DAYS), chronic: weightedMean(daily_loads, CHRONIC_DAYS) };
  },
};

const mean = (loads: readonly number[]) => loads.reduce((sum, load) => sum + load, 0) / loads.length;

/** Exponentially weighted moving average over a number of days. It starts with the first load. */
function weightedMean(loads: readonly number[], days: number): number {
  const weight = 2 / (days + 1);
  return loads.reduce((average, load) => weight * load + (1 - weight) * average);
}
