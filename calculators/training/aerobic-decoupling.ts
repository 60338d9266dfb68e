import { z } from 'zod';
import { classify, classTable, defineCalculator, field, result } from '../kit/index.ts';
import { training } from './family.ts';

const friel = {
  citation:
    "Friel J. The Triathlete's Training Bible, 4th ed. Boulder: VeloPress, 2016 (efficiency factor and decoupling: a convention)",
};

const classes = classTable({ coupled: Number.NEGATIVE_INFINITY, decoupled: 5 });

const output = () => field.quantity({ min: 0.1, max: 3000 });

/** The drift of heart rate relative to power or speed between the halves of a steady session. */
export const aerobicDecoupling = defineCalculator({
  name: 'aerobic-decoupling',
  family: training,
  since: 'v1.0.0',
  input: z.object({
    first_output: output(),
    first_heart_rate: field.heartRate({ min: 40, max: 240 }),
    second_output: output(),
    second_heart_rate: field.heartRate({ min: 40, max: 240 }),
  }),
  output: z.object({
    decoupling_percent: result.percent(),
    category: result.classOf(classes),
    first_efficiency_factor: result.ratio(),
    second_efficiency_factor: result.ratio(),
  }),
  profile: ['first_output', 'first_heart_rate', 'second_output', 'second_heart_rate'],
  equations: {
    friel: {
      formula: 'decoupling = 100 · (EF₁ − EF₂) / EF₁ %; efficiency factor EF = power or speed / heart rate',
      sources: [friel],
    },
  },
  examples: [
    {
      input: { first_output: 200, first_heart_rate: 140, second_output: 200, second_heart_rate: 145 },
      output: {
        decoupling_percent: 3.45,
        category: 'coupled',
        first_efficiency_factor: 1.429,
        second_efficiency_factor: 1.379,
      },
      origin: 'By hand: 200 / 140 = 1.428571; 200 / 145 = 1.379310; 1 − 140/145 = 3.44828 %',
    },
    {
      input: { first_output: 200, first_heart_rate: 133, second_output: 200, second_heart_rate: 140 },
      output: { decoupling_percent: 5, category: 'decoupled' },
      origin: 'By hand: 1 − 133/140 = 5 % exactly, the limit',
    },
    {
      input: { first_output: 12, first_heart_rate: 150, second_output: 12.2, second_heart_rate: 150 },
      output: { decoupling_percent: -1.67, category: 'coupled' },
      origin: 'By hand: 1 − 12.2/12 = −1.6667 %: faster at the same heart rate',
    },
  ],
  calculate({ first_output, first_heart_rate, second_output, second_heart_rate }) {
    const first = first_output / first_heart_rate;
    const second = second_output / second_heart_rate;
    const decoupling = (100 * (first - second)) / first;
    return {
      decoupling_percent: decoupling,
      category: classify(decoupling, classes),
      first_efficiency_factor: first,
      second_efficiency_factor: second,
    };
  },
  explain: () => ({ notes: ['aerobic-decoupling.steady'] }),
});
