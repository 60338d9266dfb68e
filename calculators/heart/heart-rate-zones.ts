import { z } from 'zod';
import { defineCalculator, field, method, result } from '../kit/index.ts';
import { ACSM_FROM } from './acsm-intensity.ts';
import { heart } from './family.ts';
import { estimateRemarks, heartRateRange, intensityMethod, MAX_SOURCES, rangeEquations } from './heart-rate-range.ts';
import { garber2011 } from './sources.ts';

/** The five zones from 50 % up in steps of 10 %, a convention; each begins where the one below ends. */
const ZONES = {
  zone_1: { intensity: 'very_light', from: 50 },
  zone_2: { intensity: 'light', from: 60 },
  zone_3: { intensity: 'moderate', from: 70 },
  zone_4: { intensity: 'hard', from: 80 },
  zone_5: { intensity: 'maximum', from: 90 },
} as const;
const ZONE_WIDTH = 10;

const range = () => z.object({ min_bpm: result.beatsPerMinute(), max_bpm: result.beatsPerMinute() });
const zone = () =>
  result.withLabelsOf(
    '',
    z.object({
      intensity: result.key(['very_light', 'light', 'moderate', 'hard', 'maximum']),
      ...range().shape,
    }),
  );

/** Training zones by heart rate. */
export const heartRateZones = defineCalculator({
  name: 'heart-rate-zones',
  family: heart,
  since: 'v1.0.0',
  input: z.object({
    age: field.age({ min: 10, max: 100 }).optional(),
    max_heart_rate: field.heartRate({ min: 80, max: 240 }).optional(),
    resting_heart_rate: field.heartRate({ min: 25, max: 150 }).optional(),
    // The default method depends on whether the resting rate is given, so none is documented.
    method: method(rangeEquations, { all: true }).unwrap().optional(),
  }),
  output: z.object({
    max_heart_rate_bpm: result.beatsPerMinute(),
    max_heart_rate_source: result.key(MAX_SOURCES),
    heart_rate_reserve_bpm: result.beatsPerMinute().optional(),
    zones: result.withLabelsOf(
      '',
      z.object({ zone_1: zone(), zone_2: zone(), zone_3: zone(), zone_4: zone(), zone_5: zone() }),
    ),
    acsm: z.object({ light: range(), moderate: range(), vigorous: range(), near_maximal: range() }),
  }),
  profile: ['age', 'max_heart_rate', 'resting_heart_rate'],
  equations: rangeEquations,
  sources: [garber2011],
  examples: [
    {
      input: { max_heart_rate: 185, resting_heart_rate: 55 },
      output: {
        max_heart_rate_bpm: 185,
        max_heart_rate_source: 'given',
        heart_rate_reserve_bpm: 130,
        zones: {
          zone_1: { intensity: 'very_light', min_bpm: 120, max_bpm: 133 },
          zone_3: { intensity: 'moderate', min_bpm: 146, max_bpm: 159 },
          zone_5: { intensity: 'maximum', min_bpm: 172, max_bpm: 185 },
        },
        acsm: { moderate: { min_bpm: 107, max_bpm: 133 }, near_maximal: { min_bpm: 172, max_bpm: 185 } },
      },
      origin:
        'By hand: 55 + 0.5 · 130 = 120; + 0.6 · 130 = 133; + 0.7 · 130 = 146; + 0.9 · 130 = 172; + 0.4 · 130 = 107',
    },
    {
      input: { age: 35 },
      output: {
        max_heart_rate_bpm: 184,
        max_heart_rate_source: 'estimated',
        zones: { zone_1: { min_bpm: 92, max_bpm: 110 }, zone_4: { min_bpm: 147, max_bpm: 165 } },
        acsm: { light: { min_bpm: 105, max_bpm: 117 } },
      },
      origin:
        'By hand: 208 − 24.5 = 183.5; · 0.5 = 91.75, · 0.6 = 110.1, · 0.8 = 146.8, · 0.9 = 165.15; · 0.57 = 104.595, · 0.64 = 117.44',
    },
    {
      input: { age: 50, resting_heart_rate: 60, method: 'percent_of_max' },
      output: {
        max_heart_rate_bpm: 173,
        heart_rate_reserve_bpm: 113,
        zones: { zone_2: { min_bpm: 104, max_bpm: 121 } },
        acsm: { vigorous: { min_bpm: 133, max_bpm: 166 } },
      },
      origin: 'By hand: 208 − 35 = 173; · 0.6 = 103.8, · 0.7 = 121.1; · 0.77 = 133.21, · 0.96 = 166.08',
    },
    {
      input: { age: 40, method: 'fox' },
      output: {
        max_heart_rate_bpm: 180,
        max_heart_rate_source: 'estimated',
        zones: { zone_1: { min_bpm: 90, max_bpm: 108 }, zone_5: { min_bpm: 162, max_bpm: 180 } },
      },
      origin: 'By hand: 220 − 40 = 180; · 0.5 = 90, · 0.6 = 108, · 0.9 = 162',
    },
    {
      input: { age: 50, resting_heart_rate: 59, method: 'nes' },
      output: {
        max_heart_rate_bpm: 179,
        heart_rate_reserve_bpm: 120,
        zones: { zone_3: { min_bpm: 143, max_bpm: 155 } },
      },
      origin: 'By hand: 211 − 0.64 · 50 = 179; 59 + 0.7 · 120 = 143; 59 + 0.8 · 120 = 155',
    },
  ],
  calculate(person) {
    const { max, source, reserve, at } = heartRateRange(person);
    const from = ACSM_FROM[intensityMethod(person)];
    const between = (from: number, to: number) => ({ min_bpm: at(from), max_bpm: at(to) });
    const zoneOf = ({ intensity, from }: (typeof ZONES)[keyof typeof ZONES]) => ({
      intensity,
      ...between(from, from + ZONE_WIDTH),
    });
    return {
      max_heart_rate_bpm: max,
      max_heart_rate_source: source,
      ...(reserve === undefined ? {} : { heart_rate_reserve_bpm: reserve }),
      zones: {
        zone_1: zoneOf(ZONES.zone_1),
        zone_2: zoneOf(ZONES.zone_2),
        zone_3: zoneOf(ZONES.zone_3),
        zone_4: zoneOf(ZONES.zone_4),
        zone_5: zoneOf(ZONES.zone_5),
      },
      acsm: {
        light: between(from.light, from.moderate),
        moderate: between(from.moderate, from.vigorous),
        vigorous: between(from.vigorous, from.near_maximal),
        near_maximal: between(from.near_maximal, 100),
      },
    };
  },
  explain(person) {
    const { equation, warnings, notes } = estimateRemarks(person);
    return { equation, warnings, notes: [...notes, 'heart-rate-zones.convention'] };
  },
});
