import { z } from 'zod';
import {
  above,
  classify,
  classTable,
  defineCalculator,
  exceeds,
  field,
  InputRefused,
  OutsideValidity,
  result,
} from '../kit/index.ts';
import { lifestyle } from './family.ts';
import { dewPointOf } from './magnus.ts';
import { alduchov } from './sources.ts';

/** Degrees of comfort of Environment Canada; 45 is still great discomfort. */
const classes = classTable({
  little_discomfort: Number.NEGATIVE_INFINITY,
  some_discomfort: 30,
  great_discomfort: 40,
  dangerous: above(45),
});

const input = z.object({
  temperature: field.temperature({ min: 0, max: 50 }),
  humidity: field.humidity({ min: 1, max: 100 }).optional(),
  dew_point: field.temperature({ min: -40, max: 50 }).optional(),
});

/** How humid heat feels, by the index of Canada. */
export const humidex = defineCalculator({
  name: 'humidex',
  family: lifestyle,
  since: 'v1.0.0',
  input,
  output: z.object({
    humidex: result.index(),
    dew_point_c: result.degreesCelsius(),
    category: result.classOf(classes),
  }),
  profile: ['temperature', 'humidity', 'dew_point'],
  equations: {
    masterton_richardson: {
      formula: 'humidex = T + 0.5555·(6.11·exp(5417.753·(1/273.16 − 1/(273.15 + Td))) − 10) [°C]',
      sources: [
        {
          citation:
            'Masterton JM, Richardson FA. Humidex: a method of quantifying human discomfort due to excessive heat and humidity. Environment Canada, CLI 1-79, Downsview 1979',
        },
        alduchov,
      ],
    },
  },
  examples: [
    {
      input: { temperature: 30, dew_point: 15 },
      output: { humidex: 33.97, dew_point_c: 15, category: 'some_discomfort' },
      origin: 'Independent calculation with 50 digits: 33.9690; the printed table has 34',
    },
    {
      input: { temperature: 32, humidity: 65 },
      output: { humidex: 43.9, category: 'great_discomfort' },
      origin: 'Independent calculation with 50 digits: dew point 24.5972, humidex 43.9039',
    },
    {
      input: { temperature: 28.2, dew_point: 24.5 },
      output: { humidex: 40, category: 'great_discomfort' },
      origin: 'Independent calculation with 50 digits: 40.0005, just past the limit of 40',
    },
    {
      input: { temperature: 21, dew_point: 5 },
      output: { humidex: 20.29, category: 'little_discomfort' },
      origin: 'Independent calculation with 50 digits: 20.2896',
    },
  ],
  calculate(air) {
    const dewPoint = dewPointFrom(air);
    const pressure = 6.11 * Math.exp(5417.753 * (1 / 273.16 - 1 / (273.15 + dewPoint)));
    const value = air.temperature + 0.5555 * (pressure - 10);
    return { humidex: value, dew_point_c: dewPoint, category: classify(value, classes) };
  },
  explain: () => ({ notes: ['humidex.from_20'] }),
});

function dewPointFrom({ temperature, humidity, dew_point }: z.output<typeof input>): number {
  if (dew_point === undefined) {
    if (humidity === undefined) {
      throw new InputRefused([{ field: 'humidity', code: 'missing', message: 'humidex.humidity_or_dew_point' }]);
    }
    return dewPointOf(temperature, humidity);
  }
  if (humidity !== undefined) throw new OutsideValidity('dew_point', 'humidex.humidity_given_twice');
  if (exceeds(dew_point, temperature)) throw new OutsideValidity('dew_point', 'humidex.dew_point_above_temperature');
  return dew_point;
}
