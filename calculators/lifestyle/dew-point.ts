import { z } from 'zod';
import { defineCalculator, field, result } from '../kit/index.ts';
import { lifestyle } from './family.ts';
import { dewPointOf } from './magnus.ts';
import { alduchov } from './sources.ts';

/** Temperature at which the vapour of the air begins to condense. */
export const dewPoint = defineCalculator({
  name: 'dew-point',
  family: lifestyle,
  since: 'v1.0.0',
  // The fitted range of the Magnus form. Air without any vapour has no dew point.
  input: z.object({
    temperature: field.temperature({ min: -40, max: 50 }),
    humidity: field.humidity({ min: 1, max: 100 }),
  }),
  output: z.object({ dew_point_c: result.degreesCelsius() }),
  profile: ['temperature', 'humidity'],
  equations: {
    magnus: {
      formula: 'Td = 243.04·γ / (17.625 − γ); γ = ln(RH/100) + 17.625·T / (243.04 + T) [°C, %]',
      sources: [alduchov],
    },
  },
  examples: [
    {
      input: { temperature: 28, humidity: 60 },
      output: { dew_point_c: 19.51 },
      origin: 'Independent calculation with 50 digits: γ = 1.3099; 19.5137',
    },
    {
      input: { temperature: 20, humidity: 100 },
      output: { dew_point_c: 20 },
      origin: 'By hand: ln 1 = 0, so that the dew point of saturated air is its temperature',
    },
    {
      input: { temperature: -10, humidity: 45.5 },
      output: { dew_point_c: -19.57 },
      origin: 'Independent calculation with 50 digits: −19.5733',
    },
  ],
  calculate: ({ temperature, humidity }) => ({ dew_point_c: dewPointOf(temperature, humidity) }),
});
