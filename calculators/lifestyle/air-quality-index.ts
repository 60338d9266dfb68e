import { z } from 'zod';
import { classify, classTable, defineCalculator, field, result, round } from '../kit/index.ts';
import { lifestyle } from './family.ts';

/** Classes of the index, which is a whole number. */
const classes = classTable({
  good: 0,
  moderate: 51,
  unhealthy_for_sensitive_groups: 101,
  unhealthy: 151,
  very_unhealthy: 201,
  hazardous: 301,
});

/** Breakpoints in µg/m³ and of the index, which is linear between them: `[from, to, index from, index to]`. */
const BREAKPOINTS = [
  [0, 9, 0, 50],
  [9.1, 35.4, 51, 100],
  [35.5, 55.4, 101, 150],
  [55.5, 125.4, 151, 200],
  [125.5, 225.4, 201, 300],
  [225.5, 325.4, 301, 500],
] as const;

/** The end of the scale. */
const SCALE_TO = 500;

/** Air quality index of the United States for fine particles, with the breakpoints of 2024. */
export const airQualityIndex = defineCalculator({
  name: 'air-quality-index',
  family: lifestyle,
  since: 'v1.0.0',
  input: z.object({ pm2_5: field.quantity({ min: 0, max: 1000 }, 'µg/m³', 'ug_per_m3') }),
  output: z.object({ air_quality_index: result.rounded(0), category: result.classOf(classes) }),
  profile: ['pm2_5'],
  equations: {
    epa_2024: {
      formula:
        'AQI = (index to − index from) / (C to − C from) · (C − C from) + index from, C cut off after one decimal; 0–9.0: 0–50, 9.1–35.4: 51–100, 35.5–55.4: 101–150, 55.5–125.4: 151–200, 125.5–225.4: 201–300, 225.5–325.4: 301–500',
      sources: [
        {
          citation:
            'US Environmental Protection Agency. Reconsideration of the national ambient air quality standards for particulate matter; final rule (40 CFR 58, appendix G). Fed Regist 2024;89:16202',
        },
      ],
    },
  },
  examples: [
    {
      input: { pm2_5: 20 },
      output: { air_quality_index: 71, category: 'moderate' },
      origin: 'By hand: 49 / 26.3 · 10.9 + 51 = 71.308',
    },
    {
      input: { pm2_5: 9.09 },
      output: { air_quality_index: 50, category: 'good' },
      origin: 'By hand: cut off to 9.0, the end of good',
    },
    {
      input: { pm2_5: 35.5 },
      output: { air_quality_index: 101, category: 'unhealthy_for_sensitive_groups' },
      origin: 'By hand: 35.5 is the breakpoint of 101',
    },
    {
      input: { pm2_5: 225.5 },
      output: { air_quality_index: 301, category: 'hazardous' },
      origin: 'By hand: 225.5 is the breakpoint of 301',
    },
  ],
  calculate({ pm2_5 }) {
    const concentration = cutOff(pm2_5);
    const segment = BREAKPOINTS.findLast(([from]) => concentration >= from) ?? BREAKPOINTS[0];
    const [from, to, indexFrom, indexTo] = segment;
    // The rule rounds the index to a whole number, and the classes are bounded by whole numbers.
    const index = round(((indexTo - indexFrom) / (to - from)) * (concentration - from) + indexFrom, 0);
    return { air_quality_index: index, category: classify(index, classes) };
  },
  explain: (_, { air_quality_index }) => ({
    warnings: air_quality_index > SCALE_TO ? [['extrapolated', { field: 'pm2_5' }]] : [],
    notes: ['air-quality-index.day'],
  }),
});

/** The concentration cut off after its first decimal. 35.4 stays 35.4 although its double is not exact. */
const cutOff = (concentration: number) => Math.floor(round(concentration * 10, 9)) / 10;
