import { z } from 'zod';
import { defineCalculator, field, OutsideValidity, result } from '../kit/index.ts';
import { lifestyle } from './family.ts';

/** Range of relative humidity in percent that the fit covers. */
const HUMIDITY = { min: 5, max: 99 };

/** Steps of humidity in percent for checking the fit: at the given humidity, and from there on. */
const FIRST_STEP = 0.01;
const STEP = 5;

/** Temperature of a wet thermometer in moving air, at sea level. */
export const wetBulbTemperature = defineCalculator({
  name: 'wet-bulb-temperature',
  family: lifestyle,
  since: 'v1.0.0',
  // The range that the fit covers.
  input: z.object({
    temperature: field.temperature({ min: -20, max: 50 }),
    humidity: field.humidity(HUMIDITY),
  }),
  output: z.object({ wet_bulb_c: result.degreesCelsius() }),
  profile: ['temperature', 'humidity'],
  equations: {
    stull: {
      formula:
        'Tw = T·atan(0.151977·√(RH + 8.313659)) + atan(T + RH) − atan(RH − 1.676331) + 0.00391838·RH^1.5·atan(0.023101·RH) − 4.686035 [°C, %]',
      sources: [
        {
          citation:
            'Stull R. Wet-bulb temperature from relative humidity and air temperature. J Appl Meteorol Climatol 2011;50:2267-2269',
          doi: '10.1175/JAMC-D-11-0143.1',
        },
      ],
    },
  },
  examples: [
    {
      input: { temperature: 20, humidity: 50 },
      output: { wet_bulb_c: 13.7 },
      origin: 'Stull 2011: the worked example prints 13.7 °C for 20 °C and 50 %',
    },
    {
      input: { temperature: 35, humidity: 75 },
      output: { wet_bulb_c: 31.1 },
      origin: 'Independent calculation with 50 digits: 31.1008',
    },
    {
      input: { temperature: -5, humidity: 90 },
      output: { wet_bulb_c: -5.86 },
      origin: 'Independent calculation with 50 digits: −5.8557',
    },
  ],
  calculate({ temperature, humidity }) {
    if (!isFitted(temperature, humidity)) throw new OutsideValidity('humidity', 'wet-bulb-temperature.cold_and_dry');
    return { wet_bulb_c: wetBulb(temperature, humidity) };
  },
  explain: () => ({ notes: ['wet-bulb-temperature.fit'] }),
});

/** The fit of Stull. */
const wetBulb = (t: number, rh: number): number =>
  t * Math.atan(0.151977 * Math.sqrt(rh + 8.313659)) +
  Math.atan(t + rh) -
  Math.atan(rh - 1.676331) +
  0.00391838 * rh ** 1.5 * Math.atan(0.023101 * rh) -
  4.686035;

/**
 * The paper excludes air that is both cold and dry. There the fit falls while the humidity rises, which no thermometer
 * does. It is used only where it rises from the given humidity to the end of its range.
 */
function isFitted(temperature: number, humidity: number): boolean {
  if (humidity < HUMIDITY.max && wetBulb(temperature, humidity + FIRST_STEP) <= wetBulb(temperature, humidity))
    return false;
  for (let rh = humidity; rh < HUMIDITY.max; rh += STEP) {
    if (wetBulb(temperature, Math.min(rh + STEP, HUMIDITY.max)) <= wetBulb(temperature, rh)) return false;
  }
  return true;
}
