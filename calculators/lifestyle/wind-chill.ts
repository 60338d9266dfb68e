import { z } from 'zod';
import {
  defineCalculator,
  exceeds,
  field,
  method,
  OutsideValidity,
  reaches,
  result,
  toImperial,
  toMetric,
} from '../kit/index.ts';
import { lifestyle } from './family.ts';

const osczevski = {
  citation:
    'Osczevski R, Bluestein M. The new wind chill equivalent temperature chart. Bull Am Meteorol Soc 2005;86:1453-1458',
  doi: '10.1175/BAMS-86-10-1453',
};

/** One model, whose rounded coefficients differ between °C and °F: each country publishes its own. */
const equations = {
  environment_canada: {
    formula: 'WCT = 13.12 + 0.6215·T − 11.37·V^0.16 + 0.3965·T·V^0.16 [°C, km/h]; T ≤ 10, V > 4.8',
    sources: [osczevski],
  },
  nws: {
    formula: 'WCT = 35.74 + 0.6215·T − 35.75·V^0.16 + 0.4275·T·V^0.16 [°F, mph]; T ≤ 50, V ≥ 3',
    sources: [osczevski],
  },
};

/** Warmest air in °C and slowest wind that the equations cover. */
const WARMEST = 10;
const WIND_ABOVE_KMH = 4.8;
const WIND_FROM_MPH = 3;

/** How cold the skin feels in wind. */
export const windChill = defineCalculator({
  name: 'wind-chill',
  family: lifestyle,
  since: 'v1.0.0',
  input: z.object({
    temperature: field.temperature({ min: -90, max: 50 }),
    wind_speed: field.speed({ min: 0, max: 400 }),
    method: method(equations, { all: true, imperial: 'nws' }),
  }),
  output: z.object({ wind_chill_c: result.degreesCelsius() }),
  profile: ['temperature', 'wind_speed'],
  equations,
  examples: [
    {
      input: { temperature: -8, wind_speed: 22 },
      output: { wind_chill_c: -15.7 },
      origin: 'Independent calculation with 50 digits: 13.12 − 4.972 − 11.37 · 1.639788 − 3.172 · 1.639788 = −15.6978',
    },
    {
      input: { temperature: -20, wind_speed: 30 },
      output: { wind_chill_c: -32.57 },
      origin: 'Independent calculation with 50 digits: −32.5680; the printed chart has −33',
    },
    {
      input: { temperature: -8, wind_speed: 22, method: 'nws' },
      output: { wind_chill_c: -15.67 },
      origin: 'Independent calculation with 50 digits: 17.6 °F and 13.6702 mph give 3.7867 °F',
    },
  ],
  calculate({ temperature, wind_speed, method }) {
    if (exceeds(temperature, WARMEST)) throw new OutsideValidity('temperature', 'wind-chill.too_warm');
    return { wind_chill_c: WIND_CHILL[method](temperature, wind_speed) };
  },
  explain: () => ({ notes: ['wind-chill.no_temperature'] }),
});

const WIND_CHILL: Readonly<Record<keyof typeof equations, (celsius: number, kmh: number) => number>> = {
  environment_canada(t, v) {
    if (!exceeds(v, WIND_ABOVE_KMH)) throw new OutsideValidity('wind_speed', 'wind-chill.too_calm');
    return 13.12 + 0.6215 * t - 11.37 * v ** 0.16 + 0.3965 * t * v ** 0.16;
  },
  nws(celsius, kmh) {
    const t = toImperial('temperature', celsius);
    const v = toImperial('speed', kmh);
    if (!reaches(v, WIND_FROM_MPH)) throw new OutsideValidity('wind_speed', 'wind-chill.too_calm');
    return toMetric('temperature', 35.74 + 0.6215 * t - 35.75 * v ** 0.16 + 0.4275 * t * v ** 0.16);
  },
};
