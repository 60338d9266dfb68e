import { z } from 'zod';
import {
  classify,
  classTable,
  defineCalculator,
  exceeds,
  field,
  reaches,
  result,
  toImperial,
  toMetric,
} from '../kit/index.ts';
import { lifestyle } from './family.ts';

/** Classes of the National Weather Service, in °F as it prints them. */
const classes = classTable({
  no_caution: Number.NEGATIVE_INFINITY,
  caution: 80,
  extreme_caution: 90,
  danger: 103,
  extreme_danger: 125,
});

/** Below this heat index the simple equation applies. */
const REGRESSION_FROM = 80;

/** Highest heat index of the printed chart. */
const CHART_TO = 137;

/** How hot it feels, by the algorithm of the US National Weather Service. */
export const heatIndex = defineCalculator({
  name: 'heat-index',
  family: lifestyle,
  since: 'v1.0.0',
  input: z.object({ temperature: field.temperature({ min: 5, max: 60 }), humidity: field.humidity() }),
  output: z.object({
    heat_index_c: result.degreesCelsius(),
    // Every unit system gets °F, because the limits of the classes are whole degrees Fahrenheit.
    heat_index_f: result.rounded(2),
    category: result.classOf(classes),
  }),
  profile: ['temperature', 'humidity'],
  equations: {
    rothfusz: {
      formula:
        'simple = 0.5 · (T + 61 + 1.2·(T − 68) + 0.094·RH); where (simple + T) / 2 < 80: HI = simple; else HI = −42.379 + 2.04901523·T + 10.14333127·RH − 0.22475541·T·RH − 0.00683783·T² − 0.05481717·RH² + 0.00122874·T²·RH + 0.00085282·T·RH² − 0.00000199·T²·RH²; RH < 13, T 80 to 112: − (13 − RH)/4 · √((17 − |T − 95|)/17); RH > 85, T 80 to 87: + (RH − 85)/10 · (87 − T)/5 [°F, %]',
      sources: [
        {
          citation:
            'Rothfusz LP. The heat index equation. National Weather Service Technical Attachment SR 90-23, Fort Worth 1990',
        },
        {
          citation:
            'Steadman RG. The assessment of sultriness. Part I: a temperature-humidity index based on human physiology and clothing science. J Appl Meteorol 1979;18:861-873',
        },
        { citation: 'National Weather Service, Weather Prediction Center. The heat index equation (with adjustments)' },
      ],
    },
  },
  examples: [
    {
      input: { temperature: 35, humidity: 60 },
      output: { heat_index_c: 45.05, heat_index_f: 113.09, category: 'danger' },
      origin: 'Independent calculation with 50 digits: 95 °F and 60 % give 113.0903 °F',
    },
    {
      input: { temperature: 35, humidity: 10 },
      output: { heat_index_c: 31.92, heat_index_f: 89.45, category: 'caution' },
      origin: 'Independent calculation with 50 digits: 90.1996 °F − 0.75 · √(17/17) for the dry air = 89.4496 °F',
    },
    {
      input: { temperature: 39.2, humidity: 24 },
      output: { heat_index_f: 103, category: 'danger' },
      origin: 'Independent calculation with 50 digits: 103.00003 °F, where danger begins',
    },
    {
      input: { temperature: 20, humidity: 50 },
      output: { heat_index_c: 19.36, heat_index_f: 66.85, category: 'no_caution' },
      origin: 'By hand: 0.5 · (68 + 61 + 0 + 4.7) = 66.85 °F',
    },
  ],
  calculate({ temperature, humidity }) {
    const fahrenheit = heatIndexF(toImperial('temperature', temperature), humidity);
    return {
      heat_index_c: toMetric('temperature', fahrenheit),
      heat_index_f: fahrenheit,
      category: classify(fahrenheit, classes),
    };
  },
  explain: (_, { heat_index_f }) => ({
    warnings: exceeds(heat_index_f, CHART_TO) ? [['extrapolated', { field: 'temperature' }]] : [],
    notes: ['heat-index.shade'],
  }),
});

function heatIndexF(t: number, rh: number): number {
  const simple = 0.5 * (t + 61 + 1.2 * (t - 68) + 0.094 * rh);
  if (!reaches((simple + t) / 2, REGRESSION_FROM)) return simple;
  const regression =
    -42.379 +
    2.04901523 * t +
    10.14333127 * rh -
    0.22475541 * t * rh -
    0.00683783 * t ** 2 -
    0.05481717 * rh ** 2 +
    0.00122874 * t ** 2 * rh +
    0.00085282 * t * rh ** 2 -
    0.00000199 * t ** 2 * rh ** 2;
  return regression + adjustment(t, rh);
}

/** The adjustment of the regression in very dry and in very humid air. */
function adjustment(t: number, rh: number): number {
  const between = (from: number, to: number) => reaches(t, from) && !exceeds(t, to);
  if (rh < 13 && between(80, 112)) return (-(13 - rh) / 4) * Math.sqrt(Math.max(0, 17 - Math.abs(t - 95)) / 17);
  if (rh > 85 && between(80, 87)) return (((rh - 85) / 10) * (87 - t)) / 5;
  return 0;
}
