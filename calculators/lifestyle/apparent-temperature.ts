import { z } from 'zod';
import { defineCalculator, field, result } from '../kit/index.ts';
import { lifestyle } from './family.ts';
import { bureauOfMeteorology } from './sources.ts';
import { vapourPressure } from './vapour-pressure.ts';

/** Kilometres an hour in a metre a second. */
const KMH_PER_M_PER_S = 3.6;

/** How warm the air feels in the shade, with humidity and wind. */
export const apparentTemperature = defineCalculator({
  name: 'apparent-temperature',
  family: lifestyle,
  since: 'v1.0.0',
  input: z.object({
    temperature: field.temperature({ min: -40, max: 60 }),
    humidity: field.humidity(),
    wind_speed: field.speed({ min: 0, max: 200 }),
  }),
  output: z.object({ apparent_temperature_c: result.degreesCelsius() }),
  profile: ['temperature', 'humidity', 'wind_speed'],
  equations: {
    steadman: {
      formula: 'AT = T + 0.33·e − 0.70·wind [m/s] − 4.00; e = RH/100 · 6.105 · exp(17.27·T / (237.7 + T)) hPa [°C]',
      sources: [
        {
          citation: 'Steadman RG. Norms of apparent temperature in Australia. Aust Meteorol Mag 1994;43:1-16',
        },
        bureauOfMeteorology,
      ],
    },
  },
  examples: [
    {
      input: { temperature: 25, humidity: 50, wind_speed: 10.8 },
      output: { apparent_temperature_c: 24.11 },
      origin: 'Independent calculation with 50 digits: e = 15.7915 hPa; 25 + 5.2112 − 2.1 − 4 = 24.1112',
    },
    {
      input: { temperature: 35, humidity: 0, wind_speed: 18 },
      output: { apparent_temperature_c: 27.5 },
      origin: 'By hand: without vapour 35 − 0.7 · 5 − 4 = 27.5',
    },
    {
      input: { temperature: 5, humidity: 80, wind_speed: 36 },
      output: { apparent_temperature_c: -3.7 },
      origin: 'Independent calculation with 50 digits: e = 6.9710 hPa; 5 + 2.3004 − 7 − 4 = −3.6996',
    },
  ],
  calculate: ({ temperature, humidity, wind_speed }) => ({
    apparent_temperature_c:
      temperature + 0.33 * vapourPressure(temperature, humidity) - 0.7 * (wind_speed / KMH_PER_M_PER_S) - 4,
  }),
  explain: () => ({ notes: ['apparent-temperature.shade'] }),
});
